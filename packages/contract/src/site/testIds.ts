/** What carries a test id on the five landing paths (specification, section 2; design.md). */
export const TEST_ID_ELEMENTS = ["h1", "h2", "h3", "h4", "h5", "h6", "p"] as const;
export type TestIdElement = (typeof TEST_ID_ELEMENTS)[number];

/**
 * The test id of a heading or paragraph: `brain-h2-3` is the third second-level heading of the page `brain`.
 * Two of one page never share one. Pages other than those of `isLandingPath` carry none.
 * @param pageId as `pageIdOf` gives it.
 * @param index its place among the page's elements of that kind, counted from 1.
 */
export function testIdOf(pageId: string, element: TestIdElement, index: number): string {
  return `${pageId}-${element}-${index}`;
}
