/**
 * Calls back when the page may be about to end: hidden, or unloaded. Mobile browsers often end a page right after it was hidden,
 * without any further event (https://developer.chrome.com/docs/web-platform/page-lifecycle-api). @returns the cleanup.
 */
export function onPageHide(listener: () => void): () => void {
  const onVisibilityChange = () => {
    if (document.visibilityState === "hidden") listener();
  };
  document.addEventListener("visibilitychange", onVisibilityChange);
  window.addEventListener("pagehide", listener);
  return () => {
    document.removeEventListener("visibilitychange", onVisibilityChange);
    window.removeEventListener("pagehide", listener);
  };
}
