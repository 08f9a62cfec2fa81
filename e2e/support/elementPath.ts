/**
 * Identifies an element of a page by its position among elements of its kind and, if it contains only text, by that text, so independently of the
 * product's selectors. Runs in pages, so it must not use anything outside.
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
