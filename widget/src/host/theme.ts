// Light or dark, like the host page. Each site switches in its own way, so the background that a reader sees decides.

export type Theme = "light" | "dark";

/** Call `apply` with the theme now and whenever it changes. */
export function followTheme(setting: string, readsHost: boolean, apply: (theme: Theme) => void): void {
  if (setting === "light" || setting === "dark") {
    apply(setting);
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
