// Goes to a sentence on the host's own site and marks it there, without touching the page's elements. On the same page it
// scrolls; on another page of the site the quote travels along in the tab's storage and is marked after the load.

import { rangesOf } from "../reading/find";
import { tabStore } from "../store";

const SLOT = "footnoted:jump";
const NAME = "footnoted";
/** Milliseconds between attempts: pages that render themselves need some time until the words are there. */
const TRIES = [0, 250, 800, 2000];
const FRESH = 30_000;

interface PendingJump {
  page: string;
  quote: string;
  at: number;
}

/** Show the quote if it is on this page, and return whether it was found; else remember it for the next page. */
export function jump(url: URL, quote: string): boolean {
  if (pageOf(url) === pageOf(location)) return show(quote);
  tabStore.write(SLOT, JSON.stringify({ page: pageOf(url), quote, at: Date.now() } satisfies PendingJump));
  return false;
}

/** Mark the quote of a footnote that was followed on the page before. */
export function markAfterJump(): void {
  const kept = tabStore.read(SLOT);
  if (!kept) return;
  tabStore.write(SLOT, "");
  const { page, quote, at } = JSON.parse(kept) as PendingJump;
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
