import { readMarks, SECTION_ID_ATTRIBUTE } from "@marquee/contract";
import type { ContentField } from "@marquee/contract/schema";

/** Where fields appear in a rendered page, by pointer. */
export type FieldPlaces = ReadonlyMap<string, Element>;

/** The character that every mark begins with. */
const MARK_EDGE = "\u2063";
const PLACEHOLDER = /\{\w+\}/;
/** Texts shorter than this occur everywhere, so they are matched only as a whole. */
const SHORT = 12;

/**
 * Finds the elements that show fields: by the server's marks, which are removed, or by their text if they have no mark.
 * @param fields in the order of the item's form, which numbers the marks.
 */
export function findPlaces(fields: readonly ContentField[], page: Document): FieldPlaces {
  const marked = takeMarks(page);
  const places = new Map<string, Element>();
  fields.forEach(({ pointer }, index) => {
    const place = marked.get(index);
    if (place) places.set(pointer, place);
  });
  const unmarkedFields = fields.filter(({ pointer }) => !places.has(pointer));
  return new Map([...findByText(unmarkedFields, page), ...places]);
}

/** Prefix of a section's place. No pointer starts with it. */
export const SECTION_PLACE = "section:";

/** Finds the elements of a page's sections. @param sectionIds IDs of the sections that the page shows, in order. */
export function findSectionPlaces(sectionIds: readonly string[], page: Document): FieldPlaces {
  const places = new Map<string, Element>();
  for (const id of sectionIds) {
    const place = page.querySelector(`main [${SECTION_ID_ATTRIBUTE}="${CSS.escape(id)}"]`);
    if (place) places.set(id, place);
  }
  // Sections that are not measured have no ID in the page, but they are next to one that has.
  sectionIds.forEach((id, index) => {
    if (places.has(id)) return;
    const beside = [
      places.get(sectionIds[index - 1] ?? "")?.nextElementSibling,
      places.get(sectionIds[index + 1] ?? "")?.previousElementSibling,
    ];
    const place = beside.find((each) => each && ![...places.values()].some((other) => each.contains(other)));
    if (place) places.set(id, place);
  });
  return new Map([...places].map(([id, place]) => [SECTION_PLACE + id, place]));
}

/** Removes the marks from a page. @returns the first visible element that shows each number. */
function takeMarks(page: Document): Map<number, Element> {
  const places = new Map<number, Element>();
  const note = (marked: string, element: Element | null) => {
    const { text, numbers } = readMarks(marked);
    for (const number of numbers) if (element && !places.has(number)) places.set(number, element);
    return text;
  };
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { nodeValue, parentElement } = node;
    if (!nodeValue?.includes(MARK_EDGE)) continue;
    node.nodeValue = note(nodeValue, HIDDEN.has(parentElement?.tagName ?? "") ? null : parentElement);
  }
  for (const element of page.body.querySelectorAll("*"))
    for (const { name, value } of element.attributes)
      if (value.includes(MARK_EDGE)) element.setAttribute(name, note(value, element));
  page.title = readMarks(page.title).text;
  return places;
}

/** A field without a mark may share its text with others. Equal texts are matched in order. */
function findByText(fields: readonly ContentField[], page: Document): FieldPlaces {
  const byText = new Map<string, Element[]>();
  const elements = [...page.body.querySelectorAll("*")].filter(({ tagName }) => !HIDDEN.has(tagName));
  for (const element of elements) {
    const text = textOf(element);
    // Of nested elements with the same text, use the innermost.
    if (text !== "" && ![...element.children].some((child) => textOf(child) === text))
      byText.set(text, [...(byText.get(text) ?? []), element]);
  }
  const places = new Map<string, Element>();
  const seen = new Map<string, number>();
  for (const { pointer, value, kind } of fields) {
    if (typeof value !== "string" || kind === "markdown") continue;
    const text = collapse(value);
    const place = seen.get(text) ?? 0;
    seen.set(text, place + 1);
    const same = byText.get(text) ?? [];
    const element = same[Math.min(place, same.length - 1)] ?? findPart(text, byText);
    if (element) places.set(pointer, element);
  }
  return places;
}

const HIDDEN = new Set(["SCRIPT", "STYLE", "TEMPLATE", "svg"]);

/** The innermost element whose text contains that of the field, around its placeholders. */
function findPart(text: string, byText: ReadonlyMap<string, Element[]>): Element | undefined {
  const parts = text
    .split(PLACEHOLDER)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.join("").length < SHORT) return undefined;
  let best: [length: number, element: Element] | undefined;
  for (const [elementText, [element]] of byText) {
    if (
      !element ||
      (best && elementText.length >= best[0]) ||
      !parts.every((part) => elementText.includes(part))
    )
      continue;
    best = [elementText.length, element];
  }
  return best?.[1];
}

/** The pointer of the field that is shown at an element or around it; undefined for none. */
export function fieldAt(target: Element, places: FieldPlaces): string | undefined {
  const byElement = new Map([...places].map(([pointer, element]) => [element, pointer]));
  for (
    let element: Element | null = target;
    element && element.tagName !== "BODY";
    element = element.parentElement
  ) {
    const pointer = byElement.get(element);
    if (pointer !== undefined) return pointer;
    const inside = [...places].find(
      ([, place]) => element?.contains(place) && textOf(element) === textOf(place),
    );
    if (inside) return inside[0];
  }
  return undefined;
}

function textOf({ textContent }: Element): string {
  return collapse(textContent ?? "");
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
