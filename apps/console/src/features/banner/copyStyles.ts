import { settleMedia } from "../../shared/settleMedia.ts";

export type Theme = "light" | "dark";

/**
 * Gives a document the style sheets of another one, and settles what they ask of the theme, whatever the browser prefers.
 * @returns the cleanup.
 */
export function copyStyles(from: Document, to: Document, theme: Theme): () => void {
  const copies = [...from.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')].map((sheet) => {
    const copy = to.importNode(sheet, true);
    copy.addEventListener("load", () => settleMedia(to, { "prefers-color-scheme": theme }));
    to.head.append(copy);
    return copy;
  });
  settleMedia(to, { "prefers-color-scheme": theme });
  return () => {
    for (const copy of copies) copy.remove();
  };
}
