// The side panel: the book, open at the page a footnote points to, with the quoted words marked.
// The server's HTML is read into an inert document and copied element by element from a short list.

import { page, pageAddress } from "./api.js";

const ALLOWED = new Set(
  "section h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code em strong s hr br table thead tbody tr th td a".split(" "),
);
const GONE = new Set("script style template noscript iframe object embed svg math img picture video audio form".split(" "));
const CLASSES = new Set(["math", "center", "right"]);

/** The address if it is a whole http(s) URL, else null. */
export function webAddress(text) {
  if (typeof text !== "string" || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  return new URL(text).href;
}

/** Where a source stands in the book. The route is the server's own text, so it is cut out of the URL and not decoded. */
export function place({ source_url: address, book = "", route }) {
  const [, path, hash = ""] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)[^#]*#?(.*)$/is.exec(String(address ?? ""));
  return { book, route: route ?? path, anchor: hash.split(":~:")[0] };
}

export class Reader {
  #panel = document.getElementById("reader");
  #title = document.getElementById("reader-title");
  #links = document.getElementById("reader-links");
  #text = document.getElementById("reader-text");
  #page = document.getElementById("page");
  #narrow = matchMedia("(max-width: 63.99rem)");
  #opener = null;
  #latest = 0;

  constructor() {
    document.getElementById("reader-close").addEventListener("click", () => this.close());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.isOpen) this.close();
    });
    // On a small screen the panel covers the conversation, so that must not take the focus.
    this.#narrow.addEventListener("change", () => this.#cover());
  }

  get isOpen() {
    return !this.#panel.hidden;
  }

  /** Open the source's page; the first of `quotes` is scrolled to, all are marked. */
  async open(source, quotes, opener) {
    const turn = ++this.#latest;
    const where = place(source);
    this.#opener = opener;
    this.#title.textContent = source.title || "Untitled page";
    this.#showLinks(source, where);
    this.#text.replaceChildren(note("Opening the page…"));
    this.#panel.hidden = false;
    document.body.classList.add("reading");
    this.#cover();
    this.#title.focus({ preventScroll: true });
    try {
      const html = await page(where);
      if (turn === this.#latest) this.#show(html, source, where, quotes);
    } catch (failure) {
      if (turn === this.#latest) this.#text.replaceChildren(note(failure.sentence ?? "The page could not be opened."));
    }
  }

  close() {
    this.#latest += 1;
    this.#panel.hidden = true;
    document.body.classList.remove("reading");
    this.#cover();
    if (this.#opener?.isConnected) this.#opener.focus();
  }

  #cover() {
    this.#page.inert = this.isOpen && this.#narrow.matches;
  }

  #showLinks(source, where) {
    const found = [
      [pageAddress(where), "Open in its own tab"],
      [webAddress(source.source_url), "Open on the site ↗"],
    ];
    this.#links.replaceChildren(...found.filter(([href]) => href).map(([href, label]) => outside(href, label)));
  }

  #show(html, source, where, quotes) {
    const parsed = new DOMParser().parseFromString(html, "text/html");
    this.#text.replaceChildren(...copies(parsed.body));
    const section = this.#text.querySelector(`section[data-position="${Number(source.chunk_position)}"]`);
    const marks = quotes.map((quote) => mark(section, quote) ?? mark(this.#text, quote));
    const heading = [...this.#text.querySelectorAll("[data-anchor]")].find((node) => node.dataset.anchor === where.anchor);
    const target = marks.find(Boolean) ?? section ?? heading;
    if (section && !marks.some(Boolean)) section.classList.add("lit");
    this.#text.scrollTop = 0;
    target?.scrollIntoView({ block: target === heading || target === section ? "start" : "center" });
  }
}

function note(text) {
  const node = document.createElement("p");
  node.className = "hint";
  node.textContent = text;
  return node;
}

export function outside(href, label) {
  const node = document.createElement("a");
  Object.assign(node, { href, textContent: label, target: "_blank", rel: "noopener noreferrer" });
  return node;
}

/** Allowed elements with allowed attributes; of others only what they hold, of dangerous ones nothing. */
function copies(parent) {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [node.data];
    const name = node.localName;
    if (node.nodeType !== Node.ELEMENT_NODE || GONE.has(name)) return [];
    if (!ALLOWED.has(name) || (name === "a" && !webAddress(node.getAttribute("href")))) return copies(node);
    const copy = name === "a" ? outside(webAddress(node.getAttribute("href")), "") : document.createElement(name);
    if (node.id) copy.dataset.anchor = node.id;
    if (node.dataset.position) copy.dataset.position = node.dataset.position;
    for (const name of node.classList) if (CLASSES.has(name)) copy.classList.add(name);
    copy.append(...copies(node));
    return [copy];
  });
}

/**
 * Put `quote` of the text under `root` in <mark>; the first mark, or null if the words are not there.
 * Letters and digits alone are compared: the quote is Markdown, the page is not.
 */
export function mark(root, quote) {
  if (!root) return null;
  const wanted = letters(quote);
  if (wanted.length < 3) return null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const places = [];
  let whole = "";
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const letter = letters(node.data[offset]);
      whole += letter;
      for (let count = 0; count < letter.length; count += 1) places.push({ node, offset });
    }
  }
  const start = whole.indexOf(wanted);
  if (start < 0) return null;
  return wrap(places.slice(start, start + wanted.length));
}

function letters(text) {
  return String(text).toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function wrap(places) {
  const nodes = [...new Set(places.map(({ node }) => node))];
  const marks = nodes.map((node, index) => {
    const range = document.createRange();
    range.setStart(node, index === 0 ? places[0].offset : 0);
    range.setEnd(node, index === nodes.length - 1 ? places.at(-1).offset + 1 : node.length);
    const element = document.createElement("mark");
    range.surroundContents(element);
    return element;
  });
  return marks[0];
}
