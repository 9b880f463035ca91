// A picture of the book. It is fetched like everything else, with the reader's token, and painted on a canvas, to which a
// host page's policy on images does not apply. An SVG becomes an image. Until then, and if it cannot be fetched, its
// description is shown.

import { make } from "../dom";

export type Fetch = (address: string) => Promise<Blob>;

const OURS = /^web\/picture\?[\w=&%.+-]+$/;
const WIDEST = 2000;

export function picture(attributes: Record<string, string>, fetch: Fetch): Node {
  const { src = "", alt = "" } = attributes;
  const words = make("span", "picture-words", alt);
  if (!OURS.test(src)) return words;
  const [width, height] = [Number(attributes.width) || 300, Number(attributes.height) || 150];
  const frame = make("span", "picture", words);
  // The place is kept free, so that the marked words stay where the reader sees them.
  frame.style.aspectRatio = `${width} / ${height}`;
  frame.style.width = `${width}px`;
  const watch = new IntersectionObserver(
    (seen) => {
      if (!seen.some((each) => each.isIntersecting)) return;
      watch.disconnect();
      fetch(src)
        .then((file) => (file.type === "image/svg+xml" ? drawn(file) : painted(file, width)))
        .then((shown) => frame.replaceChildren(named(shown, alt)))
        .catch(() => frame.replaceWith(words));
    },
    { rootMargin: "600px" },
  );
  watch.observe(frame);
  return frame;
}

async function painted(file: Blob, width: number): Promise<HTMLElement> {
  const bitmap = await createImageBitmap(file, width > WIDEST ? { resizeWidth: WIDEST } : {});
  const canvas = make("canvas");
  Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
  return canvas;
}

async function drawn(file: Blob): Promise<HTMLElement> {
  const image = make("img");
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(image.src);
  }
  return image;
}

function named(shown: HTMLElement, words: string): HTMLElement {
  shown.setAttribute("role", words ? "img" : "presentation");
  if (words) shown.setAttribute("aria-label", words);
  return shown;
}
