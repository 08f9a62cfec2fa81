/**
 * Those that the browser understands. One wrong selector would make rrweb, and the browser, take the whole list for nothing.
 * @param test throws for what is no selector
 */
export function usableSelectors(
  selectors: readonly string[],
  test = (selector: string): unknown => document.createDocumentFragment().querySelector(selector),
): string[] {
  return selectors.filter((selector) => {
    try {
      test(selector);
      return true;
    } catch {
      return false;
    }
  });
}
