/** Orders as buttons say them: short names of units, plain verbs. */

import { inWords } from "../words";

/** Words for orders that are more than a verb and its objects. */
const SENTENCES: Record<string, (...objects: string[]) => string> = {
  first: () => "Move first",
  second: () => "Move second",
  all: () => "All fire",
  done: () => "Done",
  fire: (unit = "", ...targets) => `${unit} fires ${targets.at(-1) === "solid" ? "solid shot " : ""}at ${targets.filter((one) => one !== "solid").join(", then ")}`,
  charge: (unit = "", target = "", ...wheel) => [`${unit} charges ${target}`, ...wheel].join(" "),
  hold: (unit = "") => `Hold ${unit}`,
  rouse: (unit = "") => `Rouse ${unit}`,
  dig: (unit = "") => `${unit} digs in`,
  recall: (unit = "") => `Recall ${unit}`,
  join: (general = "", unit = "") => `${general} joins ${unit}`,
  ride: (general = "", ...points) => `${general} rides to ${points.join(" ")}`,
  move: (unit = "", ...legs) => `${unit}: ${legs.join(" ")}`,
  detach: (unit = "", figures = "", ...legs) => (figures ? `${unit} sends out ${figures} skirmishers${legs.length ? `, ${legs.join(" ")}` : ""}` : `Detach ${unit}`),
  deploy: (unit = "", x = "", y = "", ...rest) => [`${unit} to ${x}, ${y}`, ...rest].join(" "),
  blind: (marker = "", formation = "", ...points) => `${marker} in ${inWords(formation).toLowerCase()} to ${points.join(" ")}`,
  order: (general = "", ...words) => `${general}: ${words.join(" ")}`,
  follow: (unit = "") => (unit ? `${unit} follows up` : "Follow up"),
  evade: () => "Evade",
  remount: () => "Evade and mount",
  turn: () => "Turn to face them",
  stand: () => "Stand",
  stay: () => "Stay",
};

/** "fire u1 c2 c1" as "U1 fires at C2, then C1". */
export function sayOrder(text: string, nameOf: (id: string) => string | null): string {
  const [verb = "", ...objects] = text.split(" ");
  const named = objects.map((object) => nameOf(object) ?? object);
  return SENTENCES[verb]?.(...named) ?? [inWords(verb), ...named].join(" ");
}
