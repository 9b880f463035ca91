// Typesets the formulas of a page of the book; without it their source can still be read.

const formulas = document.querySelectorAll<HTMLElement>("code.math");
if (formulas.length) {
  const { typeset } = (await import(new URL("math.js", import.meta.url).href)) as typeof import("./math/typeset");
  for (const node of formulas) {
    const display = node.classList.contains("display");
    const math = typeset(node.textContent ?? "", display);
    if (!math) continue;
    const holder = document.createElement(display ? "div" : "span");
    if (display) holder.className = "display";
    holder.append(math);
    node.replaceWith(holder);
  }
}

export {};
