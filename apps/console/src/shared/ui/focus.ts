/** Moves the keyboard focus to an element when it is rendered. Used as a `ref` callback. */
export function focus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
