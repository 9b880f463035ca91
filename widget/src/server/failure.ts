// What goes wrong between the reader and the server, as a sentence for the reader and what can be done about it.

import { type Words, fill } from "../words";

interface Details {
  code?: string;
  wait?: number;
  reference?: string;
  askAgain?: boolean;
}

export class Failure extends Error {
  readonly code: string;
  /** Seconds until it makes sense to try again. */
  readonly wait: number;
  readonly reference: string;
  readonly askAgain: boolean;

  constructor(sentence: string, { code = "", wait = 0, reference = "", askAgain = true }: Details = {}) {
    super(sentence);
    this.code = code;
    this.wait = wait;
    this.reference = reference;
    this.askAgain = askAgain;
  }
}

/** The failure that a response with an error status stands for. */
export async function failureOf(response: Response, words: Words): Promise<Failure> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const known: Record<string, string> = {
    RATE_LIMITED: words.busy,
    GEMINI_UNAVAILABLE: words.noModel,
    QDRANT_UNAVAILABLE: words.noIndex,
    SERVICE_UNAVAILABLE: words.notReady,
    INTERNAL_ERROR: words.internal,
  };
  const limited = response.status === 429;
  const code = limited ? "RATE_LIMITED" : String(body.error_code ?? "");
  const readersOwn = response.status < 500 && !limited;
  const message = typeof body.message === "string" ? body.message : "";
  const sentence = (readersOwn ? message : known[code]) || message || fill(words.status, { n: response.status });
  return new Failure(sentence, {
    code: response.status === 401 ? "UNAUTHORIZED" : code,
    wait: seconds(response.headers.get("Retry-After")),
    reference: typeof body.request_id === "string" ? body.request_id : "",
    askAgain: !readersOwn,
  });
}

/** Retry-After is a number of seconds or a date. */
function seconds(header: string | null): number {
  if (!header) return 0;
  const value = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(value) ? Math.min(Math.max(Math.ceil(value), 0), 3600) : 0;
}
