import { usableSelectors } from "../sampling/usableSelectors.ts";

/** @returns the outermost element that nothing may be told of and that this one lies in, or is; null where there is none. */
export type FindBlocked = (element: Element) => Element | null;

/** @param selectors of the settings; what is no selector is left out */
export function createFindBlocked(selectors: readonly string[]): FindBlocked {
  const blockSelector = usableSelectors(selectors).join();
  return (element) => {
    let outermost: Element | null = null;
    for (let each = blockSelector ? element.closest(blockSelector) : null; each; ) {
      outermost = each;
      each = each.parentElement?.closest(blockSelector) ?? null;
    }
    return outermost;
  };
}
