// The client of the book API and of the widget's own few endpoints. Every error is thrown as a Failure.
// Knows nothing of the page.

import type { Words } from "../words";
import { eventData } from "./events";
import { Failure, failureOf } from "./failure";
import { Pass } from "./pass";
import type { Chapter, Entry, Leaf, Piece, Source, Welcome } from "./wire";

/** The book API is always here, whichever contract is served at the root. */
const API = "contracts/005-rag-agent-api/";
/** Milliseconds without a byte after which the server counts as hanging. */
const SILENCE = 60_000;

export interface Asked {
  query: string;
  session: string;
  selection: string;
}

export class Client {
  readonly pass: Pass;

  constructor(
    readonly server: string,
    public book: string,
    private readonly words: Words,
  ) {
    this.pass = new Pass(server, () => this.book);
  }

  /** The objects of the answer's stream as they come; returns after `done`. */
  async *ask({ query, session, selection }: Asked, signal: AbortSignal): AsyncGenerator<Piece> {
    const body = {
      query,
      format: "markdown",
      ...this.#place(),
      ...(session && { session_id: session }),
      ...(selection && { selected_text: selection }),
    };
    const silence = new SilenceTimer(signal);
    try {
      const response = await this.#send("POST", API + "chat/stream", body, silence.signal);
      if (!response.body) throw new Failure(this.words.unreadable);
      for await (const data of eventData(response.body)) {
        silence.restart();
        const piece = this.#parsed(data);
        if (typeof piece.error === "string") throw new Failure(piece.error || this.words.internal);
        if (piece.done) return;
        yield piece;
      }
      throw new Failure(this.words.lost);
    } catch (error) {
      if (signal.aborted || error instanceof Failure) throw error;
      throw new Failure(silence.signal.aborted ? this.words.slow : this.words.lost);
    } finally {
      silence.end();
    }
  }

  /** The sections nearest to a question that got no answer, however far they are. */
  async nearest(query: string): Promise<Source[]> {
    const body = { query, top_k: 5, similarity_threshold: 0, ...this.#place() };
    const response = await this.#send("POST", API + "search", body);
    return ((await response.json()) as { results?: Source[] }).results ?? [];
  }

  /** Earlier turns of a session, oldest first; none for one the server does not know. */
  async history(session: string): Promise<Entry[]> {
    const response = await this.#send("GET", `${API}history/${encodeURIComponent(session)}?limit=100&format=markdown`, null, null, true);
    return response.ok ? (((await response.json()) as { entries?: Entry[] }).entries ?? []) : [];
  }

  /** Outlives the page, so that a deletion is not lost when the tab is closed. */
  async forget(session: string): Promise<void> {
    const headers = await this.pass.headers();
    await fetch(this.#address(`${API}sessions/${encodeURIComponent(session)}`), { method: "DELETE", headers, keepalive: true });
  }

  async rate(request: string, helpful: boolean, comment: string): Promise<void> {
    await this.#send("POST", API + "feedback", { request_id: request, helpful, ...(comment && { comment }) });
  }

  async welcome(): Promise<Welcome> {
    return (await (await this.#send("GET", "web/welcome")).json()) as Welcome;
  }

  async contents(): Promise<Chapter[]> {
    const query = new URLSearchParams({ book: this.book });
    return ((await (await this.#send("GET", `web/contents?${query}`)).json()) as { chapters: Chapter[] }).chapters;
  }

  /** A page of the book as a tree of elements; null when it is no longer there. */
  async page(book: string, route: string): Promise<Leaf[] | null> {
    const query = new URLSearchParams({ route, ...(book && { book }) });
    const response = await this.#send("GET", `web/page?${query}`, null, null, true);
    return response.ok ? ((await response.json()) as { page: Leaf[] }).page : null;
  }

  /** A picture of a page, by the address that the page gives. */
  async picture(address: string): Promise<Blob> {
    return (await this.#send("GET", address)).blob();
  }

  /** The page's address, for a tab of its own; null if the server needs a key, which a link cannot carry. */
  pageAddress(book: string, route: string, anchor: string): string | null {
    if (!book || this.pass.isNeeded) return null;
    const path = route.split("/").map(encodeURIComponent).join("/");
    const url = this.#address(`read/${encodeURIComponent(book)}${path.startsWith("/") ? "" : "/"}${path}`);
    url.hash = anchor;
    return url.href;
  }

  /** Where the reader asks: of which book, else on which page, and in which language that is. */
  #place(): { book?: string; page_url?: string; language?: string } {
    const language = document.documentElement.lang;
    const place = this.book ? { book: this.book } : { page_url: location.origin + location.pathname };
    return { ...place, ...(language && { language }) };
  }

  #address(path: string): URL {
    return new URL(path, this.server);
  }

  /** One request; a token that has run out is renewed once. `allowMissing` returns a 404 instead of throwing. */
  async #send(method: string, path: string, body?: object | null, signal?: AbortSignal | null, allowMissing = false): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const headers: Record<string, string> = { ...(await this.pass.headers()) };
      if (body) headers["Content-Type"] = "application/json";
      const response = await this.#fetch(path, { method, headers, signal: signal ?? AbortSignal.timeout(SILENCE), ...(body && { body: JSON.stringify(body) }) });
      if (response.ok || (allowMissing && response.status === 404)) return response;
      if (response.status === 401 && attempt === 0 && (await this.pass.renew())) continue;
      throw await failureOf(response, this.words);
    }
  }

  async #fetch(path: string, options: RequestInit): Promise<Response> {
    try {
      return await fetch(this.#address(path), { ...options, credentials: "omit", referrerPolicy: "no-referrer" });
    } catch (error) {
      if ((error as Error).name === "AbortError") throw error;
      throw new Failure((error as Error).name === "TimeoutError" ? this.words.slow : this.words.unreachable);
    }
  }

  #parsed(data: string): Piece {
    try {
      return JSON.parse(data) as Piece;
    } catch {
      throw new Failure(this.words.unreadable);
    }
  }
}

/** Aborts when the reader does, or when the server has been silent for too long. */
class SilenceTimer {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  #timer = 0;

  constructor(reader: AbortSignal) {
    if (reader.aborted) this.#controller.abort();
    reader.addEventListener("abort", () => this.#controller.abort(), { signal: this.signal });
    this.restart();
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#controller.abort(), SILENCE);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
