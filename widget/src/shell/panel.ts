// The panel, or the whole page: masthead, conversation, composer, list of conversations, reading panel, and which of them
// is visible. Fetches what it shows when it is first opened.

import { Card } from "../answer/card";
import type { Note } from "../answer/footnotes";
import { Conversations } from "../conversations";
import { iconButton, make } from "../dom";
import { addressHere, linkTo, takeQuestion } from "../host/address";
import { jump } from "../host/jump";
import type { Options } from "../options";
import { sentenceUrl } from "../reading/place";
import { Reader } from "../reading/reader";
import { Client } from "../server/client";
import { Failure } from "../server/failure";
import type { Welcome } from "../server/wire";
import { currentLanguage } from "../language";
import { Composer } from "./composer";
import { Drawer } from "./drawer";
import { Front } from "./front";
import { Sidebar } from "./sidebar";
import { SignIn } from "./sign-in";
import { Talk } from "./talk";
import { Toast } from "./toast";

export interface PanelHooks {
  close: () => void;
  /** The reader follows a footnote to another page of this site. */
  leave: () => void;
}

export class Panel {
  readonly element: HTMLElement;
  readonly #toast = new Toast();
  readonly #client: Client;
  readonly #conversations: Conversations;
  readonly #composer: Composer;
  readonly #talk: Talk;
  readonly #reader: Reader;
  readonly #drawer: Drawer;
  readonly #front: Front;
  readonly #sidebar: Sidebar;
  readonly #signIn: SignIn;
  readonly #card: Card;
  readonly #title = make("p", "running-title");
  readonly #scroll: HTMLElement;
  readonly #middle: HTMLElement;
  #started = false;
  #afterSignIn: (() => void)[] = [];

  constructor(
    private readonly options: Options,
    private readonly hooks: PanelHooks,
  ) {
    this.#client = new Client(options.server, options.book, currentLanguage().words);
    this.#conversations = new Conversations(options.server, options.book);
    this.#front = new Front(options.title, (question) => {
      this.ask(question);
      this.#focusComposer();
    });
    this.#card = new Card({ read: (note, opener) => this.#read(note, opener), go: (note, event) => this.#go(note, event) });
    this.#composer = new Composer({ ask: (question, selection) => this.#talk.ask(question, selection), stop: () => this.#talk.stop() });
    this.#talk = new Talk(this.#client, this.#conversations, this.#toast, {
      open: (note, opener) => this.#open(note, opener),
      hover: (note, marker) => (note ? this.#card.show(note, marker) : this.#card.leave()),
      asking: (isAsking) => (this.#composer.isAsking = isAsking),
      changed: () => this.#changed(),
      edit: (question, selection) => {
        this.#composer.attach(selection);
        this.#composer.write(question);
      },
      keyWanted: (again) => this.#askForKey(again),
      link: (question) => linkTo(question, options),
    });
    this.#reader = new Reader(this.#client, () => this.#changed());
    this.#sidebar = new Sidebar(this.#client, {
      read: (route, title, position, opener) => {
        const returnTo = this.#sidebar.isOpen ? this.#sidebar.opener : opener;
        this.#sidebar.toggle(false);
        this.#readPage(route, title, position, returnTo);
      },
      choose: (book) => this.#choose(book),
    });
    this.#signIn = new SignIn((key) => this.#enter(key));
    this.#drawer = new Drawer(this.#conversations, this.#toast, {
      open: (id) => this.#reopen(id),
      removed: () => this.#talk.clear(),
      restored: (id) => this.#reopen(id),
      forget: (id) => this.#client.forget(id),
    });
    this.#drawer.opener.addEventListener("click", () => this.#sidebar.toggle(false));
    this.#scroll = make("div", "scroll", this.#front.element, this.#signIn.element, this.#talk.element);
    this.#middle = make("div", "middle", this.#scroll, this.#composer.element);
    this.element = make("section", "panel", this.#masthead(), this.#sidebar.element, this.#middle, this.#drawer.element, this.#reader.element);
    if (options.mode === "button") {
      this.element.setAttribute("role", "dialog");
      this.element.setAttribute("aria-label", options.title || currentLanguage().words.askBook);
      this.element.hidden = true;
    } else {
      this.#middle.setAttribute("role", "main");
      this.element.firstElementChild?.setAttribute("role", "banner");
    }
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#escape(event);
      else if (event.key === "Tab") this.#card.enter(event);
    });
    this.#scroll.addEventListener("scroll", () => this.#card.hide(), { passive: true });
    this.#name(options.title);
    this.#changed();
  }

  /** Elements above everything, outside the panel. */
  get floating(): HTMLElement[] {
    return [this.#card.element, this.#toast.element];
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  show(takesFocus: boolean): void {
    this.element.hidden = false;
    if (!this.#started) this.start();
    if (takesFocus) this.#composer.focus();
  }

  hide(): void {
    this.element.hidden = true;
    this.#card.hide();
  }

  ask(question: string): void {
    this.#talk.ask(question);
  }

  about(selection: string): void {
    this.#composer.attach(selection);
  }

  /** Fetch the welcome, the earlier conversation and what the address asks. */
  start(): void {
    this.#started = true;
    void this.#welcome().then(async () => {
      await this.#talk.resume();
      const question = this.#questionInAddress();
      if (question) this.ask(question);
    });
    if (this.options.mode === "page") this.#focusComposer();
  }

  /** Not on a phone, whose keyboard would cover what the reader wants to see. */
  #focusComposer(): void {
    if (matchMedia("(hover: hover)").matches) this.#composer.focus();
  }

  async #welcome(): Promise<void> {
    try {
      const welcome = await this.#client.welcome();
      this.#client.pass.entry = welcome.entry;
      await this.#greet(welcome);
    } catch (error) {
      if ((error as Failure).code === "UNAUTHORIZED") this.#askForKey(() => void this.#welcome());
      else this.#toast.say((error as Error).message, 8000);
    }
  }

  async #greet({ books }: Welcome): Promise<void> {
    const asked = new URLSearchParams(location.search).get("book");
    const wanted = this.options.book || (this.options.mode === "page" ? asked : "");
    const book = books.find(({ name }) => name === wanted) ?? books[0];
    if (!book) return;
    const isPage = this.options.mode === "page";
    if (isPage && books.length > 1) {
      this.#client.book = book.name;
      this.#conversations.book = book.name;
    }
    this.#front.questions = book.questions ?? [];
    // The page's own title names all of them.
    this.#name(isPage && books.length > 1 ? book.title : this.options.title || book.title);
    if (!isPage) return;
    this.#client.book ||= book.name;
    this.#sidebar.offer(books, book.name);
    await this.#sidebar.load();
  }

  #choose(book: string): void {
    const address = new URL(location.href);
    address.search = new URLSearchParams({ book }).toString();
    location.assign(address);
  }

  #name(title: string): void {
    this.#title.textContent = title || currentLanguage().words.askBook;
    this.#front.title = title;
  }

  #masthead(): HTMLElement {
    const { words } = currentLanguage();
    this.#title.dir = "auto";
    const buttons = [
      this.#sidebar.opener,
      this.#drawer.opener,
      iconButton("add", words.newConversation, () => {
        this.#drawer.toggle(false);
        if (this.#reader.isOpen) this.#reader.close();
        this.#talk.clear();
        this.#composer.focus();
      }),
    ];
    if (this.options.mode === "button") buttons.push(iconButton("close", words.close, () => this.hooks.close()));
    return make("div", "masthead", this.#title, make("div", "tools", ...buttons));
  }

  #changed(): void {
    this.#front.element.hidden = !this.#talk.isEmpty || !this.#signIn.element.hidden;
    this.element.classList.toggle("reading", this.#reader.isOpen);
    // The page keeps a heading when the front with the book's title is hidden.
    const isHeading = this.options.mode === "page" && this.#front.element.hidden;
    this.#title.role = isHeading ? "heading" : null;
    this.#title.ariaLevel = isHeading ? "1" : null;
    // On a small screen the reading panel covers the conversation, so that must not take the focus.
    this.#middle.inert = this.#reader.isOpen && (this.options.mode === "button" || matchMedia("(max-width: 63.99rem)").matches);
  }

  #escape(event: KeyboardEvent): void {
    event.stopPropagation();
    if (!this.#drawer.element.hidden) this.#drawer.toggle(false);
    else if (this.#sidebar.isOpen) this.#sidebar.toggle(false);
    else if (this.#reader.isOpen) this.#reader.close();
    else if (!this.#card.element.hidden) this.#card.hide();
    else if (this.options.mode === "button") this.hooks.close();
  }

  #reopen(id: string): void {
    this.#talk.clear();
    this.#conversations.current = id;
    void this.#talk.resume();
  }

  /** A footnote was chosen: on the book's own site go there, elsewhere read it here. */
  #open(note: Note, opener: HTMLElement): void {
    this.#card.hide();
    if (!this.#jumpTo(note)) this.#read(note, opener);
  }

  #go(note: Note, event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !this.#jumpTo(note)) return;
    event.preventDefault();
    this.#card.hide();
  }

  /** Go to the sentence if it is on this site; returns whether it is. */
  #jumpTo({ source, quotes: [quote = ""] }: Note): boolean {
    const address = this.options.mode === "page" ? null : addressHere(sentenceUrl(source, quote), this.options.site);
    if (address && !jump(address, quote)) {
      this.hooks.leave();
      location.assign(address);
    }
    return address !== null;
  }

  #read({ source, quotes }: Note, opener: HTMLElement): void {
    if (source.source_type === "selected_text") return;
    void this.#reader.open(source, quotes, opener);
  }

  #readPage(route: string, title: string, position: number, opener: HTMLElement): void {
    void this.#reader.open({ source_url: route, chunk_position: position, title, book: this.#client.book }, [], opener);
  }

  #askForKey(again: () => void): void {
    const wasOpen = !this.#signIn.element.hidden;
    this.#afterSignIn.push(again);
    this.#signIn.show(wasOpen);
    this.#changed();
  }

  #enter(key: string): void {
    this.#client.pass.signIn(key);
    void this.#client.welcome().then(
      (welcome) => {
        this.#signIn.hide();
        this.#client.pass.entry = welcome.entry;
        void this.#greet(welcome);
        this.#changed();
        this.#afterSignIn.splice(0).forEach((again) => again());
      },
      () => {
        this.#client.pass.signIn("");
        this.#signIn.show(true);
      },
    );
  }

  #questionInAddress(): string {
    const question = takeQuestion(this.options);
    if (question) this.#talk.clear();
    return question;
  }
}
