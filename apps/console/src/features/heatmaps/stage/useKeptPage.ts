import { archivedPagePath } from "@marquee/contract";
import { type RefObject, useEffect, useState } from "react";
import { prepareDocument } from "./prepareDocument.ts";

/** A page that was kept, drawn in a frame. */
export type KeptPage =
  | { state: "loading" }
  /** The archive has no such version any more, or cannot be reached. */
  | { state: "failed" }
  | { state: "ready"; page: Document; height: number };

type Told = (page: KeptPage) => void;

/** Loads a version of a page into a frame and follows its height, which changes with its width and as images and fonts arrive. */
export function useKeptPage(frame: RefObject<HTMLIFrameElement | null>, version: string): KeptPage {
  const [kept, setKept] = useState<KeptPage>({ state: "loading" });
  useEffect(() => {
    if (!frame.current) return;
    setKept({ state: "loading" });
    return loadPage(frame.current, archivedPagePath(version), setKept);
  }, [frame, version]);
  return kept;
}

function loadPage(frame: HTMLIFrameElement, address: string, tell: Told): () => void {
  let unfollow = () => {};
  const follow = () => {
    unfollow();
    // Empty until an address is given.
    if (frame.contentDocument && frame.src) unfollow = followPage(frame.contentDocument, tell);
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

function followPage(page: Document, tell: Told): () => void {
  prepareDocument(page);
  const sizes = new ResizeObserver(() => {
    tell({ state: "ready", page, height: page.documentElement.scrollHeight });
  });
  sizes.observe(page.documentElement);
  sizes.observe(page.body);
  return () => sizes.disconnect();
}
