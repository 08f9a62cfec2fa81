/**
 * Calls back when Escape is pressed in a frame of our own origin inside `container`: keys pressed in a frame do not reach
 * the document around it. What the frame itself uses Escape for, and says so, is left to it.
 * @returns the cleanup.
 */
export function onEscapeInFrames(container: HTMLElement, onEscape: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  const onLoad = ({ target }: Event) => {
    if (!(target instanceof HTMLIFrameElement)) return;
    target.contentDocument?.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onEscape();
      },
      { signal },
    );
  };
  // Loading does not bubble.
  container.addEventListener("load", onLoad, { capture: true, signal });
  return () => watching.abort();
}
