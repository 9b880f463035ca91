// Where a source is: its name for a reader, its page in the book, and a link that opens at the sentence.

import { webAddress } from "../dom";
import type { Source } from "../server/wire";
import { currentLanguage } from "../language";

export interface Place {
  book: string;
  route: string;
  anchor: string;
}

/** The route is the server's own text, so it is cut out of the URL and not decoded. */
export function placeOf({ source_url: address = "", book = "" }: Source): Place {
  const [, route = "", hash = ""] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)[^#]*#?(.*)$/is.exec(address) ?? [];
  return { book, route, anchor: hash.split(":~:")[0] ?? "" };
}

/** Page and section, as a reader would name the place. */
export function nameOf(source: Source): string {
  if (source.source_type === "selected_text") return currentLanguage().words.selected;
  const title = source.title || placeOf(source).route;
  return source.section && source.section !== title ? `${title} › ${source.section}` : title;
}

const MOST_WORDS = 10;
const EDGE_WORDS = 5;

/** The source's web address with a text fragment for `quote`; null where the book is not on the web. */
export function sentenceUrl(source: Source, quote: string): string | null {
  const address = webAddress(source.source_url);
  if (!address) return null;
  const fragment = textFragment(quote);
  if (!fragment) return address;
  const [page = "", anchor = ""] = (address.split(":~:")[0] ?? "").split("#");
  return `${page}#${anchor}:~:text=${fragment}`;
}

/**
 * The quote for `#:~:text=`: whole when short, else how it begins and ends. A browser compares rendered text, so only the
 * longest run without a formula, a line break or a table's bar is used.
 */
export function textFragment(quote: string): string {
  const runs = plain(quote).split(/\$[^$]*\$|[\n|]+|\s[-*+]\s/);
  const run = runs.map((each) => each.trim()).reduce((best, each) => (each.length > best.length ? each : best), "");
  const words = run.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").split(/\s+/).filter(Boolean);
  if (run.length < 3 || !words.length) return "";
  if (words.length <= MOST_WORDS) return encode(words.join(" "));
  return `${encode(words.slice(0, EDGE_WORDS).join(" "))},${encode(words.slice(-EDGE_WORDS).join(" "))}`;
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("-", "%2D");
}

/** Markdown as it reads: no emphasis, no back-ticks, of links their words. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s?\[\d{1,3}\]/g, "")
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, "")
    .replace(/(\*\*|__|[*`])/g, "");
}

/** A snippet may begin in the middle of a table or a list: shown as one running line. */
export function flat(snippet: string): string {
  return snippet
    .replace(/^\s*\|?[\s:|-]+\|\s*$/gm, " ")
    .replace(/^\s*\|\s*|\s*\|\s*$/gm, " ")
    .replace(/\s*\|\s*/g, " · ")
    .replace(/^\s*(#{1,6}|[-*+>]|```\S*)\s+/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
