// The reader's credentials: a key typed into the sign-in, or a visitor's token that the server mints for this origin and
// book. A token is fetched when the server first needs one, and again when it has expired; the old one is sent along, so
// that its conversations stay the reader's. The key is kept for this tab only.

import { solve, type Challenge } from "./work";
import { siteStore, tabStore } from "../store";

/** Milliseconds before its expiry at which a token is renewed. */
const EARLY = 30_000;

interface Kept {
  token: string;
  until: number;
}

export class Pass {
  /** How a reader gets in, once the server has said it. */
  entry: "open" | "key" | "visitor" = "open";
  #pending: Promise<void> | null = null;
  #kept: Kept | null = null;
  #key: string;

  constructor(
    private readonly server: string,
    private readonly book: () => string,
  ) {
    this.#key = tabStore.read(this.#slot("key")) ?? "";
  }

  get isNeeded(): boolean {
    return this.entry !== "open";
  }

  /** Remember the reader's key for this tab; an empty one signs out. */
  signIn(key: string): void {
    this.#key = key;
    tabStore.write(this.#slot("key"), key);
  }

  async headers(): Promise<Record<string, string>> {
    if (this.#key) return { Authorization: `Bearer ${this.#key}` };
    const { token, until } = this.#visitor;
    if (token && Date.now() > until) await this.#mint();
    return this.#visitor.token ? { Authorization: `Bearer ${this.#visitor.token}` } : {};
  }

  /** After a refusal: whether there is a new token to try again with. */
  async renew(): Promise<boolean> {
    if (this.#key) return false;
    await this.#mint();
    return Date.now() < this.#visitor.until;
  }

  get #visitor(): Kept {
    this.#kept ??= parsed(siteStore.read(this.#slot("visitor")));
    return this.#kept;
  }

  #slot(name: string): string {
    return `footnoted:${this.server}:${name === "key" ? "" : `${this.book()}:`}${name}`;
  }

  #mint(): Promise<void> {
    this.#pending ??= this.#fetch().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  async #fetch(): Promise<void> {
    const earlier = this.#visitor.token;
    const wanted = { book: this.book(), earlier };
    const reply = await this.#post(wanted);
    const minted = "challenge" in reply ? await this.#post({ ...wanted, solution: await solve(reply as Challenge) }) : reply;
    const { token = "", expires_in: seconds = 0 } = minted as { token?: string; expires_in?: number };
    // Refused: the old one is kept, since a server that is back may still know its visitor by it.
    this.#kept = token ? { token, until: Date.now() + seconds * 1000 - EARLY } : { token: earlier, until: 0 };
    if (token) siteStore.write(this.#slot("visitor"), JSON.stringify(this.#kept));
  }

  async #post(body: object): Promise<object> {
    try {
      const response = await fetch(new URL("web/visitor", this.server), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        credentials: "omit",
        referrerPolicy: "no-referrer",
        signal: AbortSignal.timeout(20_000),
      });
      return response.ok ? ((await response.json()) as object) : {};
    } catch {
      return {};
    }
  }
}

function parsed(kept: string | null): Kept {
  try {
    const { token, until } = JSON.parse(kept ?? "{}") as Partial<Kept>;
    return { token: String(token ?? ""), until: Number(until) || 0 };
  } catch {
    return { token: "", until: 0 };
  }
}
