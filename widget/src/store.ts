// Small texts that outlive a page: for this tab, or for all tabs of the site. Where storage is forbidden, they are kept
// for the page only.

class Store {
  readonly #spare = new Map<string, string>();

  constructor(private readonly open: () => Storage) {}

  read(name: string): string | null {
    try {
      return this.open().getItem(name);
    } catch {
      return this.#spare.get(name) ?? null;
    }
  }

  /** An empty text removes the name. */
  write(name: string, text: string): void {
    try {
      if (text) this.open().setItem(name, text);
      else this.open().removeItem(name);
    } catch {
      this.#spare.set(name, text);
    }
  }
}

export const tabStore = new Store(() => sessionStorage);
export const siteStore = new Store(() => localStorage);
