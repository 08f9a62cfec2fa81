const FOCUSABLE =
  "a[href],button,input,select,textarea,summary,iframe,audio[controls],video[controls],[tabindex]";

/**
 * Leads the Tab key from the last control of `container` to its first and back, instead of out into the browser's own
 * controls, where a modal `<dialog>` alone would let it go.
 * @returns the cleanup.
 */
export function trapFocus(container: HTMLElement): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Tab" || event.altKey || event.ctrlKey || event.metaKey) return;
    const stops = tabStopsOf(container);
    const [leaving, entering] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    const isOutside = !stops.some((stop) => stop === document.activeElement);
    if (document.activeElement !== leaving && !(isOutside && event.shiftKey)) return;
    event.preventDefault();
    entering?.focus();
  };
  container.addEventListener("keydown", onKeyDown);
  return () => container.removeEventListener("keydown", onKeyDown);
}

/** Radio buttons of a group are one stop in truth; counting each only makes a stop in the middle of the order, which is harmless. */
function tabStopsOf(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(":disabled") && element.getClientRects().length > 0,
  );
}
