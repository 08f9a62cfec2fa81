/** Hides elements from rrweb until it is their turn. */
export interface HiddenElements {
  hide(elements: readonly Element[]): void;
  /** From now on rrweb finds the element, where it comes across it. */
  reveal(element: Element): void;
  isHidden(element: Element): boolean;
}

/**
 * rrweb asks each element whether it matches the selector of what is blocked; of those that are hidden, the answer to this very text is yes.
 * Nothing of the page can see that: no attribute changes, and other selectors are answered as ever.
 * @param blockSelector what rrweb was given; unlike any selector of the page
 */
export function createHiddenElements(blockSelector: string): HiddenElements {
  const hidden = new WeakSet<Element>();
  return {
    hide(elements) {
      for (const element of elements) {
        hidden.add(element);
        const matches = (selector: string) =>
          selector === blockSelector || Element.prototype.matches.call(element, selector);
        Object.defineProperty(element, "matches", { value: matches, configurable: true, writable: true });
      }
    },
    reveal(element) {
      if (hidden.delete(element)) Reflect.deleteProperty(element, "matches");
    },
    isHidden: (element) => hidden.has(element),
  };
}
