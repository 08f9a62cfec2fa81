/**
 * Says which element of a page it is, by its place among its kind and, where it holds nothing else, by its words: another way than selectors go.
 * Runs in pages, so that it needs nothing from outside.
 */
export function elementPath(element: Element): string {
  const steps: string[] = [];
  for (let each: Element | null = element; each?.parentElement; each = each.parentElement) {
    const { tagName, parentElement } = each;
    const alike = [...parentElement.children].filter((other) => other.tagName === tagName);
    steps.unshift(`${tagName.toLowerCase()}${alike.indexOf(each)}`);
  }
  const words = element.childElementCount === 0 ? ` ${element.textContent}` : "";
  return steps.join("/") + words;
}
