/** Light or dark: as chosen here before, else as the system has it. */

import { recall, remember } from "./storage";

const KEY = "longroll.theme";

class Theme {
  dark = $state(false);

  constructor() {
    const kept = recall(KEY);
    this.dark = kept ? kept === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    this.#show();
  }

  toggle(): void {
    this.dark = !this.dark;
    remember(KEY, this.dark ? "dark" : "light");
    this.#show();
  }

  #show(): void {
    document.documentElement.classList.toggle("dark", this.dark);
  }
}

export const theme = new Theme();
