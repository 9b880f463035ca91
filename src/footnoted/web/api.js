// Speaks the book API over fetch: ask as a stream of objects, history, forgetting, and a page of the book.
// Everything that goes wrong leaves here as a Failure with a sentence for the reader. Knows nothing of the page.

const root = new URL("..", import.meta.url);

const SENTENCES = {
  RATE_LIMITED: "Too many questions in a short time.",
  GEMINI_UNAVAILABLE: "The model that writes the answers is not available right now.",
  QDRANT_UNAVAILABLE: "The book’s index is not available right now.",
  SERVICE_UNAVAILABLE: "The server is not ready to answer right now.",
  INTERNAL_ERROR: "Something went wrong on the server. It is not your question.",
};

/** What the reader is told, and what can be done about it. */
export class Failure extends Error {
  constructor(sentence, { code = "", wait = 0, reference = "", askAgain = true } = {}) {
    super(sentence);
    Object.assign(this, { sentence, code, wait, reference, askAgain });
  }
}

async function request(path, options) {
  try {
    return await fetch(new URL(path, root), options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure("The server cannot be reached. Is it running, and are you online?");
  }
}

async function failureOf(response) {
  const body = await response.json().catch(() => ({}));
  const text = typeof body.message === "string" ? body.message : "";
  const ours = response.status < 500 && response.status !== 429;
  const known = SENTENCES[response.status === 429 ? "RATE_LIMITED" : body.error_code];
  const fallback = `The server answered with an error (${response.status}).`;
  return new Failure((ours ? text : known) || text || fallback, {
    code: body.error_code ?? "",
    wait: seconds(response.headers.get("Retry-After")),
    reference: typeof body.request_id === "string" ? body.request_id : "",
    askAgain: !ours,
  });
}

/** Retry-After is a number of seconds or a date. */
function seconds(header) {
  if (!header) return 0;
  const value = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(value) ? Math.min(Math.max(Math.ceil(value), 0), 3600) : 0;
}

/** The objects of the answer's stream, as they come; returns after `done`. */
export async function* ask(query, session, signal) {
  const response = await request("chat/stream", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    body: JSON.stringify({ query, format: "markdown", ...(session && { session_id: session }) }),
    signal,
  });
  if (!response.ok) throw await failureOf(response);
  for await (const data of eventData(response.body)) {
    const object = parsed(data);
    if (typeof object?.error === "string") throw new Failure(object.error || SENTENCES.INTERNAL_ERROR);
    if (object?.done) return;
    if (object) yield object;
  }
  throw new Failure("The connection was lost before the answer was complete.");
}

function parsed(data) {
  try {
    return JSON.parse(data);
  } catch {
    throw new Failure("The server sent something this page cannot read.");
  }
}

/** The data of each server-sent event; a chunk of bytes may end anywhere, even inside a character. */
async function* eventData(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  let data = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (buffer + value).split(/\r?\n/);
      buffer = lines.pop();
      for (const line of lines) {
        if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
        else if (line === "" && data.length) {
          yield data.join("\n");
          data = [];
        }
      }
    }
  } catch (error) {
    if (error.name === "AbortError" || error instanceof Failure) throw error;
    throw new Failure("The connection was lost before the answer was complete.");
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Earlier turns of the session, oldest first; none for a session the server does not know. */
export async function history(session) {
  const response = await request(`history/${encodeURIComponent(session)}?limit=100&format=markdown`);
  if (response.status === 404) return [];
  if (!response.ok) throw await failureOf(response);
  return (await response.json()).entries ?? [];
}

export async function forget(session) {
  await request(`sessions/${encodeURIComponent(session)}`, { method: "DELETE" });
}

/** The page's HTML as the server renders it. It is text from outside: whoever shows it must clean it. */
export async function page({ book, route }) {
  const query = new URLSearchParams(book ? { book, route } : { route });
  const response = await request(`read?${query}`, { headers: { Accept: "text/html" } });
  if (response.status === 404) throw new Failure("This page is no longer in the book.", { askAgain: false });
  if (!response.ok) throw await failureOf(response);
  return response.text();
}

/** The page in a tab of its own, or null where the source does not name its book. */
export function pageAddress({ book, route, anchor }) {
  if (!book) return null;
  const path = route.split("/").map(encodeURIComponent).join("/");
  const url = new URL(`read/${encodeURIComponent(book)}${path.startsWith("/") ? "" : "/"}${path}`, root);
  url.hash = anchor;
  return url.href;
}
