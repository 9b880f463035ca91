import type { LoadContext, Plugin } from "@docusaurus/types";

export interface Options {
  /** Where the Footnoted server is, such as `https://ask.book.example`. */
  server: string;
  /** Which book to ask, where the server has several. */
  book?: string;
  /** What the button says. */
  title?: string;
  theme?: "auto" | "light" | "dark";
  /** The key that opens the panel, with Ctrl or ⌘; empty for none. */
  key?: string;
  /** `"off"` makes no offer for selected text. */
  select?: "on" | "off";
}

export default function footnoted(context: LoadContext, options: Options): Plugin;
export function validateOptions(given: { options: Options }): Options;
