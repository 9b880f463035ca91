// Goes to a sentence on the host's own site and marks it there, without touching the page's elements. On the same page it
// scrolls; on another page of the site the quote travels along in the tab's storage and is marked after the load.

import { rangesOf } from "../reading/find";
import { tabStore } from "../store";

const SLOT = "footnoted:jump";
const NAME = "footnoted";
/** Pages that build themselves take some time until the words are there: milliseconds between looks. */
const TRIES = [0, 250, 800, 2000];
const FRESH = 30_000;

interface Waiting {
  page: string;
  quote: string;
  at: number;
}

/** Whether the quote is on this very page and shown; else it is remembered for the page that comes next. */
export function jump(url: URL, quote: string): boolean {
  if (pageOf(url) === pageOf(location)) return show(quote);
  tabStore.write(SLOT, JSON.stringify({ page: pageOf(url), quote, at: Date.now() } satisfies Waiting));
  return false;
}

/** Mark what a footnote on the page before pointed to. */
export function arrive(): void {
  const kept = tabStore.read(SLOT);
  if (!kept) return;
  tabStore.write(SLOT, "");
  const { page, quote, at } = JSON.parse(kept) as Waiting;
  if (page !== pageOf(location) || Date.now() - at > FRESH) return;
  const attempt = (index: number) => {
    const wait = TRIES[index];
    if (wait !== undefined) setTimeout(() => show(quote) || attempt(index + 1), wait);
  };
  attempt(0);
}

function show(quote: string): boolean {
  const inText = rangesOf(document.querySelector("main, article, [role=main]"), quote);
  const found = inText.length ? inText : rangesOf(document.body, quote);
  const first = found[0];
  if (!first) return false;
  highlight(found);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  first.startContainer.parentElement?.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
  return true;
}

let isStyled = false;

/** Browsers without custom highlights get the selection instead. */
function highlight(ranges: Range[]): void {
  if (typeof Highlight === "undefined" || !CSS.highlights) {
    getSelection()?.removeAllRanges();
    if (ranges[0]) getSelection()?.addRange(ranges[0]);
    return;
  }
  if (!isStyled) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`::highlight(${NAME}) { background-color: #fbe08a; color: #1d1a14; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    isStyled = true;
  }
  CSS.highlights.set(NAME, new Highlight(...ranges));
}

function pageOf({ origin, pathname }: { origin: string; pathname: string }): string {
  return origin + pathname.replace(/(\/index)?(\.html)?\/?$/, "");
}
