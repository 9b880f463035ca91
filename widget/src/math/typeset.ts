// TeX as MathML, built by Temml and then copied from a short list of elements: a formula is text from outside too.

import temml from "temml";

const SPACE = "http://www.w3.org/1998/Math/MathML";
const ELEMENTS = new Set(
  ("math mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot munder mover munderover mtable mtr mtd mpadded " +
    "mphantom mstyle menclose mmultiscripts mprescripts none").split(" "),
);
const ATTRIBUTES = new Set(
  ("display mathvariant stretchy fence separator symmetric largeop movablelimits lspace rspace minsize maxsize form accent " +
    "accentunder linethickness displaystyle scriptlevel width height depth voffset columnalign rowspan columnspan notation").split(" "),
);

export function typeset(tex: string, display: boolean): Element | null {
  const holder = document.createElement("span");
  try {
    temml.render(tex, holder, { displayMode: display, throwOnError: true, trust: false, maxExpand: 200, annotate: false });
  } catch {
    return null;
  }
  const math = holder.querySelector("math");
  return math && copied(math);
}

function copied(node: Element): Element {
  const copy = document.createElementNS(SPACE, node.localName);
  for (const { name, value } of node.attributes) if (ATTRIBUTES.has(name)) copy.setAttribute(name, value);
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.textContent ?? "");
    else if (child instanceof Element && ELEMENTS.has(child.localName)) copy.append(copied(child));
  }
  return copy;
}
