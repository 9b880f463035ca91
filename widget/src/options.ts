// What an author can set: attributes of the element, or data- attributes of the script tag that brings it.

export interface Options {
  /** Where the Footnoted server is, with a slash at its end. */
  server: string;
  book: string;
  /** A panel that opens from a button, or the whole page. */
  mode: "button" | "page";
  title: string;
  lang: string;
  theme: string;
  /** The key that opens the panel, with Ctrl or ⌘; empty for none. */
  key: string;
  /** Where the book is published, when this page is a preview or a mirror of it. */
  site: string;
  /** Whether selected text offers to ask about it. */
  select: boolean;
}

export const ATTRIBUTES = ["server", "book", "mode", "title", "lang", "theme", "key", "site", "select"];

export function readOptions(element: Element, scriptServer: string): Options {
  const read = (name: string) => element.getAttribute(name) ?? "";
  const server = new URL(read("server") || scriptServer || ".", document.baseURI).href;
  return {
    server: server.endsWith("/") ? server : `${server}/`,
    book: read("book"),
    mode: read("mode") === "page" ? "page" : "button",
    title: read("title"),
    lang: read("lang"),
    theme: read("theme") || "auto",
    key: element.hasAttribute("key") ? read("key").toLowerCase() : "i",
    site: read("site"),
    select: read("select") !== "off",
  };
}
