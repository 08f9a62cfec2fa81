/** For the `ref` of what the keyboard goes on from once it is there. */
export function focus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
