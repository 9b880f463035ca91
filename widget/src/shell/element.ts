// The custom element: a closed shadow root, its style sheet, the launcher, and the panel behind it. Nothing is fetched
// before a reader opens it.

import { button, icon, make } from "../dom";
import { markAfterJump } from "../host/jump";
import { SelectionOffer } from "../host/selection";
import { followTheme } from "../host/theme";
import { typesetFrom } from "../math/formula";
import { type Options, readOptions } from "../options";
import { setLanguage, currentLanguage } from "../language";
import { tabStore } from "../store";
import { type Language, language } from "../words";
import { Panel } from "./panel";
import styles from "./styles.css";

export const NAME = "footnoted-widget";
const OPEN = "footnoted:open";

export function define(scriptServer: string): void {
  if (customElements.get(NAME)) return;
  customElements.define(
    NAME,
    class extends HTMLElement {
      #left = new AbortController();

      connectedCallback(): void {
        if (!this.#left.signal.aborted && this.#widget) return;
        this.#widget ??= new Widget(this, readOptions(this, scriptServer));
        this.#left = new AbortController();
        this.#widget.listen(this.#left.signal);
      }

      disconnectedCallback(): void {
        this.#left.abort();
      }

      /** Open the panel, with a question if there is one; for the host page's own buttons. */
      ask(question = ""): void {
        this.#widget?.open();
        if (question) this.#widget?.panel.ask(question);
      }

      #widget: Widget | null = null;
    },
  );
}

/** On an author's site the language of the page; our own page has none and takes the reader's. */
function languageFor({ lang, mode }: Options): Language {
  if (mode === "button") return language(lang, document.documentElement.lang, navigator.language);
  const found = language(lang, ...navigator.languages);
  Object.assign(document.documentElement, { lang: found.code });
  return found;
}

class Widget {
  readonly panel: Panel;
  readonly #root = make("div", "root");
  readonly #launcher: HTMLButtonElement;
  readonly #offer: SelectionOffer;
  #opener: Element | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly options: Options,
  ) {
    setLanguage(languageFor(options));
    typesetFrom(options.server);
    const { words, direction, code } = currentLanguage();
    const shadow = host.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    shadow.adoptedStyleSheets = [sheet];
    this.#root.dir = direction;
    this.#root.lang = code;
    this.#root.dataset.mode = options.mode;
    this.panel = new Panel(options, { close: () => this.close(), leave: () => tabStore.write(OPEN, "1") });
    this.#launcher = button("launcher", icon("ask"), () => this.open());
    this.#launcher.append(make("span", "", options.title || words.askBook));
    this.#launcher.setAttribute("aria-haspopup", "dialog");
    if (options.key) this.#launcher.setAttribute("aria-keyshortcuts", `Control+${options.key.toUpperCase()} Meta+${options.key.toUpperCase()}`);
    this.#offer = new SelectionOffer(host, (text) => this.#askAbout(text));
    this.#root.append(this.panel.element, ...this.panel.floating);
    if (options.mode === "button") this.#root.append(this.#launcher, this.#offer.element);
    shadow.append(this.#root);
    followTheme(options.theme, options.mode === "button", (theme) => (this.#root.dataset.theme = theme));
  }

  listen(signal: AbortSignal): void {
    if (this.options.mode === "page") {
      this.panel.start();
      return;
    }
    document.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    if (this.options.select) this.#offer.watch(signal);
    markAfterJump();
    const wanted = tabStore.read(OPEN);
    tabStore.write(OPEN, "");
    const isNarrow = matchMedia("(max-width: 40rem)").matches;
    if ((wanted && !isNarrow) || new URLSearchParams(location.search).has("ask")) this.open(false);
  }

  open(takesFocus = true): void {
    this.#opener ??= document.activeElement;
    this.panel.show(takesFocus);
    this.#launcher.hidden = true;
  }

  close(): void {
    this.panel.hide();
    this.#launcher.hidden = false;
    const back = this.#opener instanceof HTMLElement && this.#opener !== document.body && this.#opener !== this.host ? this.#opener : this.#launcher;
    this.#opener = null;
    back.focus({ preventScroll: true });
  }

  #askAbout(text: string): void {
    this.open();
    this.panel.about(text);
  }

  #pressed(event: KeyboardEvent): void {
    const { key } = this.options;
    if (!key || event.key.toLowerCase() !== key || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target !== this.host && event.target.closest("input, textarea, [contenteditable]")) return;
    event.preventDefault();
    const text = this.options.select ? this.#offer.text() : "";
    if (text) this.#askAbout(text);
    else if (this.panel.isOpen) this.close();
    else this.open();
  }
}
