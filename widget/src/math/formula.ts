// A formula in an answer: its source at first, typeset as soon as the typesetter is loaded. That comes from the widget's
// server, on the first formula; if it cannot be loaded, the source stays.

import { make } from "../dom";

type Typeset = (tex: string, display: boolean) => Element | null;

let address = "";
let loading: Promise<Typeset | null> | null = null;
let ready: Typeset | null = null;

/** Where the typesetter is. */
export function typesetFrom(server: string): void {
  address = new URL("web/math.js", server).href;
}

export function formula(tex: string, display: boolean): HTMLElement {
  const node = make("span", display ? "math display" : "math", make("code", "", tex));
  if (ready) place(node, ready(tex, display));
  else void load().then((typeset) => typeset && place(node, typeset(tex, display)));
  return node;
}

function place(node: HTMLElement, typeset: Element | null): void {
  if (typeset) node.replaceChildren(typeset);
}

function load(): Promise<Typeset | null> {
  if (!address) return Promise.resolve(null);
  loading ??= import(/* @vite-ignore */ address).then(
    (module: { typeset: Typeset }) => (ready = module.typeset),
    () => null,
  );
  return loading;
}
