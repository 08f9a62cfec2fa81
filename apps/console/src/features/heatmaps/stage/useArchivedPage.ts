import { archivedPagePath } from "@marquee/contract";
import { type RefObject, useEffect, useState } from "react";
import { resolveMediaQueries } from "../../../shared/ui/resolveMediaQueries.ts";

/** Renders the whole page immediately and without animation. The parent scrolls it. */
const RULES = `
  *, ::before, ::after {
    content-visibility: visible !important;
    animation: none !important;
    transition: none !important;
    scroll-behavior: auto !important;
  }
  html { scrollbar-width: none !important; }
`;

/** The archived pages were rendered with scripts. They are drawn in light colors, because heat gets darker with every click. */
const MEDIA = { scripting: "enabled", "prefers-color-scheme": "light" };

/** State of an archived page in its iframe. `height` is in CSS pixels. */
export type ArchivedPage =
  | { state: "loading" }
  /** The archive no longer has the version, or can't be reached. */
  | { state: "failed" }
  | { state: "ready"; page: Document; height: number };

type PageListener = (page: ArchivedPage) => void;

/** Loads a page version into an iframe. Reports its height again as the width changes, or as images and fonts load. */
export function useArchivedPage(frame: RefObject<HTMLIFrameElement | null>, version: string): ArchivedPage {
  const [archivedPage, setArchivedPage] = useState<ArchivedPage>({ state: "loading" });
  useEffect(() => {
    if (!frame.current) return;
    setArchivedPage({ state: "loading" });
    return loadPage(frame.current, archivedPagePath(version), setArchivedPage);
  }, [frame, version]);
  return archivedPage;
}

function loadPage(frame: HTMLIFrameElement, address: string, tell: PageListener): () => void {
  let unfollow = () => {};
  const follow = () => {
    unfollow();
    // An iframe without `src` contains an empty document.
    if (frame.contentDocument && frame.src) unfollow = watchPage(frame.contentDocument, tell);
  };
  const asking = new AbortController();
  frame.addEventListener("load", follow);
  // An iframe does not expose the status of its document, so check it first.
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

/** Prepares an archived page for measuring. Its scripts don't run, so this replaces their effects. */
function prepareDocument(page: Document): void {
  const realm = page.defaultView as (Window & typeof globalThis) | null;
  if (!realm) return;
  resolveMediaQueries(page, MEDIA);
  // A constructed style sheet can only be adopted by a document of the same realm.
  const sheet = new realm.CSSStyleSheet();
  sheet.replaceSync(RULES);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  for (const image of page.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) image.loading = "eager";
}
