/** The battle that the page is about, so that a citation leads to the rules beside it. */

import { rulesHash } from "../route";

class Here {
  system = $state("");
  token = $state<string | null>(null);

  go(system: string, token: string | null = null): void {
    this.system = system;
    this.token = token;
  }

  /** Where a rule is read; without a battle, in its own book. */
  ruleHash(id: string): string {
    return rulesHash(this.system || (id.split(":")[0] ?? ""), id, this.token);
  }
}

export const here = new Here();
