/** Dispatched at the document when a page has replaced the previous one, before it is painted. */
export const NEXT_PAGE_EVENT = "marquee:next-page";

/** The browser only reports going back and forward; wouter sends the other two when it, or we, write to the history. */
const EVENTS = ["popstate", "pushState", "replaceState"] as const;

/** Calls back after the address of this document has changed, by whatever means. @returns the cleanup. */
export function onAddressChange(listener: () => void): () => void {
  for (const type of EVENTS) window.addEventListener(type, listener);
  return () => {
    for (const type of EVENTS) window.removeEventListener(type, listener);
  };
}

/** A click without a modifier key, which would open a new tab or window. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
