/** Light or dark: as chosen here before, else as the system has it. */

const KEY = "longroll.theme";

class Theme {
  dark = $state(false);

  constructor() {
    const kept = localStorage.getItem(KEY);
    this.dark = kept ? kept === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    this.#show();
  }

  toggle(): void {
    this.dark = !this.dark;
    localStorage.setItem(KEY, this.dark ? "dark" : "light");
    this.#show();
  }

  #show(): void {
    document.documentElement.classList.toggle("dark", this.dark);
  }
}

export const theme = new Theme();
