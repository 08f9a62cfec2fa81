/** A `ref` callback that moves the keyboard focus to an element once it is rendered. */
export function focus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
