import { NEXT_PAGE_EVENT } from "../browser/navigation.ts";

/** The layout shift that fonts may cause (https://web.dev/articles/cls); all shifts of a page together should stay below 0.02. */
const MAX_SHIFT = 0.01;
/** Moving less than this, in CSS pixels, is not a shift. */
const MIN_DISTANCE = 3;
/** All characters, which is what a face without `unicode-range` has. */
const ALL_CHARACTERS = "U+0-10FFFF";

/**
 * Shows the fonts that `holdLateFonts` keeps from taking effect: immediately if nothing in the window moves, otherwise with the next page. Tries
 * it in one layout without painting. The attribute `data-late-fonts` has the decision.
 */
async function showLateFonts(): Promise<void> {
  const { fonts, documentElement } = document;
  const late = [...fonts].filter(({ display }) => display === "optional");
  await Promise.allSettled(late.map(({ loaded }) => loaded));
  const arrived = late.filter(({ status }) => status === "loaded");
  // A face that the browser has given up stays unused even after it has loaded, so these are new ones, of the same files.
  const faces = await Promise.all(copiesOf(arrived).map((face) => face.load()));
  const show = () => {
    for (const face of faces) fonts.add(face);
  };
  const before = placesInWindow();
  show();
  const isStill = shiftFrom(before) <= MAX_SHIFT;
  documentElement.dataset.lateFonts = isStill ? "shown" : "next-page";
  if (isStill) return;
  for (const face of faces) fonts.delete(face);
  document.addEventListener(NEXT_PAGE_EVENT, show, { once: true });
}

/** The style sheets' faces that correspond to `faces`, not loaded yet. */
function copiesOf(faces: readonly FontFace[]): FontFace[] {
  const sheets = [...document.styleSheets].filter(
    ({ href }) => !href || new URL(href).origin === location.origin,
  );
  const rules = sheets
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule);
  const copies = rules.map(({ style }) => {
    const value = (name: string) => style.getPropertyValue(name);
    return new FontFace(unquoted(value("font-family")), value("src"), {
      weight: value("font-weight"),
      unicodeRange: value("unicode-range") || ALL_CHARACTERS,
    });
  });
  return copies.filter((copy) => faces.some((face) => isSameFace(face, copy)));
}

function isSameFace(one: FontFace, other: FontFace): boolean {
  const isSame = unquoted(one.family) === unquoted(other.family);
  return isSame && one.weight === other.weight && one.unicodeRange === other.unicodeRange;
}

/** Chromium gives the family of some faces in quotes. */
function unquoted(family: string): string {
  return family.replaceAll('"', "");
}

/** Places of the elements in the window. Those that are not rendered (`content-visibility`) are left out: asking for them would render them. */
function placesInWindow(): Map<Element, DOMRect> {
  const places = new Map<Element, DOMRect>();
  const visit = (element: Element) => {
    const place = element.getBoundingClientRect();
    if (place.top >= innerHeight || place.bottom < 0) return;
    places.set(element, place);
    for (const child of element.children) visit(child);
  };
  visit(document.body);
  return places;
}

/** The layout shift since `before`: the share of the window that moves, times how far, as a share of the window's longer side. A little too high. */
function shiftFrom(before: ReadonlyMap<Element, DOMRect>): number {
  let area = 0;
  let furthest = 0;
  const visit = (element: Element) => {
    const from = before.get(element);
    if (!from) return;
    const to = element.getBoundingClientRect();
    const distance = Math.max(Math.abs(to.left - from.left), Math.abs(to.top - from.top));
    if (distance < MIN_DISTANCE) {
      for (const child of element.children) visit(child);
      return;
    }
    // What is in it moves with it.
    furthest = Math.max(furthest, distance);
    area +=
      lengthWithin(innerWidth, [from.left, to.left], [from.right, to.right]) *
      lengthWithin(innerHeight, [from.top, to.top], [from.bottom, to.bottom]);
  };
  visit(document.body);
  return ((area / (innerWidth * innerHeight)) * furthest) / Math.max(innerWidth, innerHeight);
}

function lengthWithin(end: number, starts: readonly number[], ends: readonly number[]): number {
  return Math.max(0, Math.min(end, Math.max(...ends)) - Math.max(0, Math.min(...starts)));
}

// Imported for this alone, and only if there are such fonts. Without a font, the page keeps the fallback.
showLateFonts().catch(() => undefined);
