// Makes elements. Text is set as text and never parsed, so nothing that comes from outside can become markup.

export type Child = Node | string;

/** An element with a class and children; text among them stays text. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = "",
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/** A button that never submits a form. */
export function button(className: string, label: Child, onClick?: (event: MouseEvent) => void): HTMLButtonElement {
  const node = make("button", className, label);
  node.type = "button";
  if (onClick) node.addEventListener("click", onClick);
  return node;
}

/** A button with an icon; `label` is its name for screen readers. */
export function iconButton(picture: Picture, label: string, onClick: (event: MouseEvent) => void): HTMLButtonElement {
  const node = button("icon-button", icon(picture), onClick);
  node.title = label;
  node.setAttribute("aria-label", label);
  return node;
}

/** A link that opens in a new tab and sends no referrer. */
export function outside(href: string, label: Child): HTMLAnchorElement {
  const node = make("a", "", label);
  Object.assign(node, { href, target: "_blank", rel: "noopener noreferrer" });
  return node;
}

/** Whether the focus is within the element, which the page cannot see in a closed shadow root. */
export function hasFocus(element: Element): boolean {
  return element.contains((element.getRootNode() as ShadowRoot).activeElement ?? null);
}

const PICTURES = {
  ask: "M4 4.5h16v11H11l-4.5 4v-4H4z M8 8.5h8 M8 11.5h5",
  close: "M6 6l12 12 M18 6L6 18",
  add: "M12 5v14 M5 12h14",
  list: "M5 7h14 M5 12h14 M5 17h9",
  copy: "M9 9h10v10H9z M15 9V5H5v10h4",
  link: "M10 14l4-4 M8.5 11.5L6 14a3 3 0 0 0 4 4l2.500-2.500 M15.500 12.500L18 10a3 3 0 0 0-4-4l-2.500 2.500",
  up: "M7 11v8H4v-8z M7 11l4-7c1.500 0 2.300 1 2 2.500L12.400 10H19l-1.500 9H7",
  down: "M17 13V5h3v8z M17 13l-4 7c-1.500 0-2.300-1-2-2.500l.6-3.500H5l1.500-9H17",
  delete: "M5 7h14 M9 7V4.500h6V7 M7 7l1 12.500h8L17 7",
  book: "M12 6.500C10 5 7 4.700 4 5v13c3-.3 6 0 8 1.500 2-1.500 5-1.800 8-1.500V5c-3-.3-6 0-8 1.500z M12 6.500v13",
} as const;

export type Picture = keyof typeof PICTURES;

export function icon(picture: Picture): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const node = document.createElementNS(space, "svg");
  node.setAttribute("viewBox", "0 0 24 24");
  node.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", PICTURES[picture]);
  node.append(path);
  return node;
}

/** The address if it is a whole http(s) URL, else null. */
export function webAddress(text: unknown): string | null {
  if (typeof text !== "string" || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  return new URL(text).href;
}
