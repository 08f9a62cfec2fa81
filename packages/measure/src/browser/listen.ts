/** Listens until the returned function is called. `type` must be one whose events are `Heard`. */
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
 * Calls back when the page may be about to end: hidden, or unloaded. Mobile browsers often end a page right after it was hidden,
 * without any further event (https://developer.chrome.com/docs/web-platform/page-lifecycle-api). @returns the cleanup.
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
