// Light or dark, as the host page is at the moment. Sites switch by a class or an attribute of their own choosing, so what
// counts is the background that a reader sees.

export type Theme = "light" | "dark";

/** Tell `apply` the theme now and whenever it changes. */
export function followTheme(wanted: string, readsHost: boolean, apply: (theme: Theme) => void): void {
  if (wanted === "light" || wanted === "dark") {
    apply(wanted);
    return;
  }
  const media = matchMedia("(prefers-color-scheme: dark)");
  const now = () => apply((readsHost ? background() : null) ?? (media.matches ? "dark" : "light"));
  now();
  media.addEventListener("change", now);
  if (!readsHost) return;
  const observer = new MutationObserver(() => {
    now();
    setTimeout(now, 400); // the new colour may fade in
  });
  for (const node of [document.documentElement, document.body]) observer.observe(node, { attributes: true });
}

function background(): Theme | null {
  for (const node of [document.body, document.documentElement]) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (getComputedStyle(node).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    if (alpha > 0.5) return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? "dark" : "light";
  }
  return null;
}
