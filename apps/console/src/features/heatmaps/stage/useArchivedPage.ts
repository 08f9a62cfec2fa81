import { archivedPagePath } from "@marquee/contract";
import { type RefObject, useEffect, useState } from "react";
import { resolveMediaQueries } from "../../../shared/ui/resolveMediaQueries.ts";

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

/**
 * Kept pages were rendered with scripts. They are drawn in light colors, because heat grows darker with every
 * click.
 */
const MEDIA = { scripting: "enabled", "prefers-color-scheme": "light" };

/** A page that was kept, drawn in a frame. */
export type ArchivedPage =
  | { state: "loading" }
  /** The archive has no such version any more, or cannot be reached. */
  | { state: "failed" }
  | { state: "ready"; page: Document; height: number };

type PageListener = (page: ArchivedPage) => void;

/** Loads a version of a page into a frame and follows its height, which changes with its width and as images and fonts arrive. */
export function useArchivedPage(frame: RefObject<HTMLIFrameElement | null>, version: string): ArchivedPage {
  const [kept, setKept] = useState<ArchivedPage>({ state: "loading" });
  useEffect(() => {
    if (!frame.current) return;
    setKept({ state: "loading" });
    return loadPage(frame.current, archivedPagePath(version), setKept);
  }, [frame, version]);
  return kept;
}

function loadPage(frame: HTMLIFrameElement, address: string, tell: PageListener): () => void {
  let unfollow = () => {};
  const follow = () => {
    unfollow();
    // Empty until an address is given.
    if (frame.contentDocument && frame.src) unfollow = watchPage(frame.contentDocument, tell);
  };
  const asking = new AbortController();
  frame.addEventListener("load", follow);
  // A frame does not say with which status its document came.
  fetch(address, { method: "HEAD", signal: asking.signal })
    .then(({ ok }) => (ok ? frame.setAttribute("src", address) : tell({ state: "failed" })))
    .catch(() => asking.signal.aborted || tell({ state: "failed" }));
  return () => {
    asking.abort();
    frame.removeEventListener("load", follow);
    unfollow();
  };
}

function watchPage(page: Document, tell: PageListener): () => void {
  prepareDocument(page);
  const sizes = new ResizeObserver(() => {
    tell({ state: "ready", page, height: page.documentElement.scrollHeight });
  });
  sizes.observe(page.documentElement);
  sizes.observe(page.body);
  return () => sizes.disconnect();
}

/** Makes a kept page ready to be measured: it has no scripts, so that what waits for them is done here. */
function prepareDocument(page: Document): void {
  const realm = page.defaultView as (Window & typeof globalThis) | null;
  if (!realm) return;
  resolveMediaQueries(page, MEDIA);
  // A sheet belongs to the realm that made it.
  const sheet = new realm.CSSStyleSheet();
  sheet.replaceSync(RULES);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  for (const image of page.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) image.loading = "eager";
}
