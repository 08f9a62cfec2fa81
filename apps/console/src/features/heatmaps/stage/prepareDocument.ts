import { settleMedia } from "../../../shared/settleMedia.ts";

/** Everything of the page is drawn, at once and at rest; scrolling is done from outside. */
const RULES = `
  *, ::before, ::after {
    content-visibility: visible !important;
    animation: none !important;
    transition: none !important;
    scroll-behavior: auto !important;
  }
  html { scrollbar-width: none !important; }
`;

/** Visitors had scripts, and heat is to be told from what it lies on: it grows darker with every click. */
const MEDIA = { scripting: "enabled", "prefers-color-scheme": "light" };

/** Makes a kept page ready to be measured: it has no scripts, so that what waits for them is done here. */
export function prepareDocument(page: Document): void {
  const realm = page.defaultView as (Window & typeof globalThis) | null;
  if (!realm) return;
  settleMedia(page, MEDIA);
  // A sheet belongs to the realm that made it.
  const sheet = new realm.CSSStyleSheet();
  sheet.replaceSync(RULES);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  for (const image of page.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) image.loading = "eager";
}
