/** Adds an event listener. `type` must be an event type that fires `Heard` events. @returns the cleanup. */
export function listen<Heard extends Event>(
  target: EventTarget,
  type: string,
  listener: (event: Heard) => void,
  isCapturing?: boolean,
): () => void {
  target.addEventListener(type, listener as EventListener, isCapturing);
  return () => target.removeEventListener(type, listener as EventListener, isCapturing);
}

/**
 * Calls back when the page may be about to end: hidden or unloaded. Mobile browsers often discard a hidden page
 * without firing another event (https://developer.chrome.com/docs/web-platform/page-lifecycle-api). @returns the cleanup.
 */
export function onPageHide(listener: () => void): () => void {
  const stopHidden = onVisibility("hidden", listener);
  const stopUnload = listen(window, "pagehide", listener);
  return () => {
    stopHidden();
    stopUnload();
  };
}

/** Calls back when the document's visibility becomes `state`. @returns the cleanup. */
export function onVisibility(state: DocumentVisibilityState, listener: () => void): () => void {
  return listen(document, "visibilitychange", () => {
    if (document.visibilityState === state) listener();
  });
}
