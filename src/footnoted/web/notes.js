// A footnote below an answer: where it stands in the book, how relevant it is, and how it begins.

import { inline } from "./inline.js";
import { outside, place, webAddress } from "./reader.js";

export function make(name, className = "", text = "") {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

/** Page and section, as a reader would name the place. */
export function heading({ title, section, source_type: type, ...source }) {
  if (type === "selected_text") return "The selected text";
  const name = title || place(source).route;
  return section && section !== title ? `${name} › ${section}` : name;
}

/** The list item; `open(opener)` shows the source in the book. */
export function noteOf(source, number, open) {
  const node = make("li", "note");
  const title = make("button", "note-title", heading(source));
  title.type = "button";
  title.addEventListener("click", () => open(title));
  const top = make("p", "note-top");
  top.append(title, relevance(source.similarity_score));
  const snippet = make("p", "snippet");
  snippet.append(inline(flat(source.snippet)));
  node.append(make("span", "number", String(number)), top, snippet);
  const site = webAddress(source.source_url);
  if (site) {
    node.append(make("p", "site"));
    node.lastChild.append(outside(site, "Open on the site ↗"));
  }
  return node;
}

/** A snippet may begin in the middle of a table or a list: shown as one running line. */
function flat(snippet) {
  const text = String(snippet ?? "");
  // The server cuts at 200 characters, wherever that falls.
  const whole = text.length < 200 ? text : text.replace(/\S*$/, "…");
  return whole
    .replace(/^\s*\|?[\s:|-]+\|\s*$/gm, " ")
    .replace(/^\s*\|\s*|\s*\|\s*$/gm, " ")
    .replace(/\s*\|\s*/g, " · ")
    .replace(/^\s*(#{1,6}|[-*+]|```\S*)\s+/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

function relevance(score) {
  const share = Math.min(Math.max(Number(score) || 0, 0), 1);
  const bar = make("span", "relevance");
  bar.style.setProperty("--share", String(share));
  bar.setAttribute("role", "img");
  bar.setAttribute("aria-label", `relevance ${Math.round(share * 100)} of 100`);
  bar.title = `Relevance ${Math.round(share * 100)} of 100`;
  return bar;
}
