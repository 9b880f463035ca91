// The conversation: takes questions, keeps the session over reloads, and joins the server, the turns and the reader.

import { Failure, ask, forget, history } from "./api.js";
import { Reader } from "./reader.js";
import { Turn } from "./turn.js";

const EXAMPLES = ["What is this book about?", "Where should a beginner start?", "What does the book say about getting help?"];
const SESSION = "footnoted.session";

const [composer, field, send, stop, fresh, turns, frontispiece, examples, status] = [
  "composer", "question", "send", "stop", "fresh", "turns", "frontispiece", "examples", "status",
].map((id) => document.getElementById(id));
const reader = new Reader();
let asking = null;

/** Storage can be forbidden; then the conversation lasts as long as the page. */
const session = {
  id: "",
  read() {
    try {
      this.id = localStorage.getItem(SESSION) ?? "";
    } catch {
      // Nothing is kept.
    }
    return this.id;
  },
  keep(id) {
    this.id = id;
    try {
      if (id) localStorage.setItem(SESSION, id);
      else localStorage.removeItem(SESSION);
    } catch {
      // Nothing is kept.
    }
  },
};

function open(source, quotes, opener) {
  reader.open(source, quotes, opener);
}

function addTurn(question) {
  const turn = new Turn(question, open);
  turns.append(turn.element);
  showFrontispiece();
  return turn;
}

function setAsking(controller) {
  asking = controller;
  send.hidden = Boolean(controller);
  stop.hidden = !controller;
}

async function put(turn) {
  asking?.abort();
  const controller = new AbortController();
  setAsking(controller);
  turn.begin();
  turn.element.scrollIntoView({ block: "start" });
  status.className = "unseen";
  status.textContent = "Looking through the book";
  try {
    for await (const object of ask(turn.question, session.id, controller.signal)) receive(turn, object);
    status.textContent = "The answer is complete";
  } catch (error) {
    status.textContent = "";
    // With its sources an answer is whole, and remembered by the server; what breaks after that takes nothing away.
    if (turn.element.isConnected && !turn.isComplete) explain(turn, error);
  } finally {
    if (asking === controller) setAsking(null);
  }
}

function receive(turn, object) {
  if (typeof object.delta === "string") turn.add(object.delta);
  if (Array.isArray(object.sources)) {
    const metadata = object.metadata ?? {};
    if (metadata.session_id) session.keep(metadata.session_id);
    turn.complete(object.sources, metadata, () => put(turn));
  }
  if (Array.isArray(object.citations)) turn.cite(object.citations);
}

function explain(turn, error) {
  const again = () => put(turn);
  const edit = () => {
    turn.element.remove();
    showFrontispiece();
    write(turn.question);
  };
  if (error.name === "AbortError") {
    turn.fail({ sentence: "Stopped." }, [["Ask again", again]], true);
    return;
  }
  const failure = error instanceof Failure ? error : new Failure("This page could not show the answer.");
  if (failure.code === "INVALID_SESSION_ID") session.keep("");
  const retry = failure.askAgain || failure.code === "INVALID_SESSION_ID";
  turn.fail(failure, retry ? [["Retry", again]] : [["Edit the question", edit]]);
}

function submit() {
  const question = field.value.trim();
  if (!question || asking) return;
  write("");
  put(addTurn(question));
}

function write(text) {
  field.value = text;
  fit();
  field.focus();
}

function fit() {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}

function exampleQuestions() {
  try {
    const given = JSON.parse(document.body.dataset.examples);
    const texts = given.filter((each) => typeof each === "string" && each.trim());
    return texts.length ? texts : EXAMPLES;
  } catch {
    return EXAMPLES;
  }
}

/** The title page is there as long as nothing has been asked. */
function showFrontispiece() {
  frontispiece.hidden = turns.childElementCount > 0;
  fresh.hidden = !frontispiece.hidden;
}

async function startAfresh() {
  const old = session.id;
  asking?.abort();
  if (reader.isOpen) reader.close();
  session.keep("");
  turns.replaceChildren();
  showFrontispiece();
  field.focus();
  // The server forgets old conversations by itself in time; a failure here is no reason to keep the reader waiting.
  if (old) await forget(old).catch(() => {});
}

async function resume() {
  const id = session.read();
  try {
    const entries = id ? await history(id) : [];
    if (session.id === id) restore(entries);
  } catch (error) {
    status.textContent = `The earlier conversation could not be loaded. ${error.sentence ?? ""}`;
    status.className = "";
  }
  showFrontispiece();
}

/** Put earlier turns in front of what may have been asked while they were fetched. */
function restore(entries) {
  const unasked = turns.childElementCount === 0;
  const earlier = entries.map(({ query, response, sources, metadata, citations }) => {
    const turn = new Turn(query, open);
    turn.add(response ?? "");
    turn.complete(sources ?? [], metadata ?? {});
    turn.cite(citations ?? metadata?.citations ?? []);
    return turn.element;
  });
  turns.prepend(...earlier);
  if (unasked) turns.lastElementChild?.scrollIntoView({ block: "start", behavior: "instant" });
}

for (const question of exampleQuestions()) {
  const choice = document.createElement("button");
  Object.assign(choice, { type: "button", textContent: question });
  choice.addEventListener("click", () => put(addTurn(question)));
  const item = document.createElement("li");
  item.append(choice);
  examples.append(item);
}
composer.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  submit();
});
field.addEventListener("input", fit);
stop.addEventListener("click", () => {
  asking?.abort();
  field.focus();
});
fresh.addEventListener("click", startAfresh);
await resume();
if (matchMedia("(hover: hover)").matches) field.focus();
