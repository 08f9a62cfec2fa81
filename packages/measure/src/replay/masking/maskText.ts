import type { styleOMValue } from "@rrweb/types";
import type { FilterAddress } from "../../privacy/filterAddress.ts";

/** Replaces any input by a fixed length, so its length is not revealed. */
const MASK = "***";

/** What may be seen of a text: all, where its words are, or only whether there is any, where a visitor writes. */
export type Visibility = "shown" | "hidden" | "entry";

/** @returns the text as it may be sent. */
export function maskText(text: string, visibility: Visibility): string {
  if (visibility === "shown") return text;
  return visibility === "hidden" ? text.replace(/\S/gu, "x") : maskTypedValue(text);
}

/** Value of an input; an empty value may be shown as empty. */
export function maskTypedValue(text: string): string {
  return text && MASK;
}

/** An address in CSS up to what closes it: none of what points into the page, or holds its file itself. */
const CSS_ADDRESS = /\b(url\((?!\s*["']?(?:data:|#))\s*(["']?))(.*?)(?=(?<!\\)\2\s*\)|$)/gis;
/** Declarations of a style attribute, of properties that CSS knows or others: custom ones may hold any value. */
const DECLARATION = /(\s*-?[a-z][\w-]*\s*:)?(?:"[^"]*"?|'[^']*'?|\([^)]*\)?|\{[^}]*\}?|[^;"'({])+;?/gi;

/** @returns the CSS with the addresses in it filtered. */
export function filterStyle(css: string, filterAddress: FilterAddress): string {
  return css.replace(CSS_ADDRESS, (_, before, __, address) => before + filterAddress(address));
}

/** A style attribute without custom properties, by which pages tell the values of fields. */
export function dropCustomProperties(style: string): string {
  return style.replace(DECLARATION, (each, isKnown) => (isKnown ? each : ""));
}

/** Does the same to what has changed of a style attribute, in place. */
export function maskStyleChange(style: styleOMValue, filterAddress: FilterAddress, isField: boolean): void {
  for (const name in style) if (isField && name.startsWith("--")) delete style[name];
  filterStyles(style, filterAddress);
}

/** Filters the addresses in all CSS that something holds, in place. */
export function filterStyles(holder: object, filterAddress: FilterAddress): void {
  for (const [name, value] of Object.entries(holder)) {
    if (typeof value === "string") Reflect.set(holder, name, filterStyle(value, filterAddress));
    else if (value) filterStyles(value, filterAddress);
  }
}
