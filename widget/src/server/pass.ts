// What lets a reader in: a key typed into the sign-in, or a visitor's token that the server mints for this origin and
// book. A token is fetched when the first request wants one and renewed when it has run out; the old one goes along, so
// that its conversations stay the reader's. The key is kept for this tab only.

import { solve, type Challenge } from "./work";
import { siteStore, tabStore } from "../store";

interface Minted {
  token: string;
  expires_in: number;
}

export class Pass {
  /** Set once the server has said how a reader gets in. */
  entry: "open" | "key" | "visitor" = "open";
  #token = "";
  #until = 0;
  #pending: Promise<void> | null = null;
  #key: string;

  constructor(
    private readonly server: string,
    private readonly book: () => string,
  ) {
    this.#key = tabStore.read(this.#slot) ?? "";
  }

  get #slot(): string {
    return `footnoted:${this.server}:key`;
  }

  get isNeeded(): boolean {
    return this.entry !== "open";
  }

  /** Remember the reader's key for this tab; an empty one signs out. */
  signIn(key: string): void {
    this.#key = key;
    tabStore.write(this.#slot, key);
  }

  async headers(): Promise<Record<string, string>> {
    if (this.#key) return { Authorization: `Bearer ${this.#key}` };
    if (this.entry !== "visitor") return {};
    if (Date.now() > this.#until) await this.#mint();
    return this.#token ? { Authorization: `Bearer ${this.#token}` } : {};
  }

  /** Whether there is a new token to try again with. */
  async renew(): Promise<boolean> {
    if (this.#key || this.entry !== "visitor") return false;
    this.#until = 0;
    await this.#mint();
    return Boolean(this.#token);
  }

  #mint(): Promise<void> {
    this.#pending ??= this.#fetch().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  async #fetch(): Promise<void> {
    const slot = `footnoted:${this.server}:${this.book()}:visitor`;
    const wanted = { book: this.book(), earlier: siteStore.read(slot) ?? "" };
    const reply = await this.#post(wanted);
    const minted = "challenge" in reply ? await this.#post({ ...wanted, solution: await solve(reply as Challenge) }) : reply;
    const { token = "", expires_in: seconds = 0 } = minted as Partial<Minted>;
    this.#token = token;
    if (token) siteStore.write(slot, token);
    // A little early, so that a token does not run out on its way.
    this.#until = Date.now() + (seconds - 30) * 1000;
  }

  async #post(body: object): Promise<object> {
    const response = await fetch(new URL("web/visitor", this.server), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      credentials: "omit",
      signal: AbortSignal.timeout(20_000),
    });
    return response.ok ? ((await response.json()) as object) : {};
  }
}
