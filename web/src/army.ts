/** The order of battle: who is present, who is lost, regiment by regiment. */

import type { Facts, Side, TableFacts } from "./types";

export interface Line {
  title: string;
  side: Side;
  companies: number;
  lost: number;
  officers: number;
  officersLost: number;
}

export function orderOfBattle(table: TableFacts, facts: Facts): Line[] {
  const lost = new Set(facts.lost);
  const count = (ids: string[]): [number, number] => [ids.length, ids.filter((id) => lost.has(id)).length];
  const regiments = table.regiments.map(({ name, title, side }) => {
    const own = table.pieces.filter((piece) => piece.regiment === name && piece.side === side);
    const [companies, companiesLost] = count(own.filter((p) => p.kind !== "officer").map((p) => p.id));
    const [officers, officersLost] = count(own.filter((p) => p.kind === "officer").map((p) => p.id));
    return { title, side, companies, lost: companiesLost, officers, officersLost };
  });
  const guns = table.sides.map((side) => {
    const own = table.pieces.filter((piece) => piece.side === side && !piece.regiment);
    const [companies, gunsLost] = count(own.map((p) => p.id));
    return { title: "Guns", side, companies, lost: gunsLost, officers: 0, officersLost: 0 };
  });
  return [...regiments, ...guns]
    .filter((line) => line.companies + line.officers > 0)
    .sort((a, b) => table.sides.indexOf(a.side) - table.sides.indexOf(b.side));
}
