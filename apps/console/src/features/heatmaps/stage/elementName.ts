const LONGEST = 48;

/** What a person calls an element: its label or its text, else null. The page is our own, so its words may be shown. */
export function elementName(element: Element): string | null {
  const labelled =
    element.getAttribute("aria-label") ?? element.getAttribute("alt") ?? element.getAttribute("title");
  const text = (labelled || wordsOf(element)).replace(/\s+/g, " ").trim();
  if (text === "") return null;
  return text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text;
}

/** As they are laid out, so that what stands apart is not run together; drawings have no such text. */
const wordsOf = (element: Element) =>
  "innerText" in element ? String(element.innerText) : (element.textContent ?? "");
