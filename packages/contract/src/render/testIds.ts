/** Elements that have a test ID on the pages that have them (specification, section 2). */
export const TEST_ID_ELEMENTS = ["h1", "h2", "h3", "h4", "h5", "h6", "p"] as const;
export type TestIdElement = (typeof TEST_ID_ELEMENTS)[number];

/**
 * The test ID of a heading or paragraph: `brain-h2-3` is the third second-level heading of the page `brain`. Unique
 * within a page.
 * @param pageId as returned by `pageIdOf`.
 * @param index position among the page's elements of that type, from 1.
 */
export function testIdOf(pageId: string, element: TestIdElement, index: number): string {
  return `${pageId}-${element}-${index}`;
}
