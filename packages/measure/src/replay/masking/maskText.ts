import type { styleOMValue } from "@rrweb/types";
import type { FilterAddress } from "../../privacy/filterAddress.ts";

/** Replaces every typed value. The fixed length does not reveal the length of the value. */
const MASK = "***";

/** What a recording shows of a text: all of it, an `x` for each character, or, for typed content, only whether it is empty. */
export type Visibility = "shown" | "hidden" | "entry";

/** Masks a text according to its visibility. */
export function maskText(text: string, visibility: Visibility): string {
  if (visibility === "shown") return text;
  return visibility === "hidden" ? text.replace(/\S/gu, "x") : maskTypedValue(text);
}

/** Masks a typed value. An empty value stays empty. */
export function maskTypedValue(text: string): string {
  return text && MASK;
}

/** A `url()` in CSS up to its closing quote or parenthesis, except fragments and data URLs. */
const CSS_ADDRESS = /\b(url\((?!\s*["']?(?:data:|#))\s*(["']?))(.*?)(?=(?<!\\)\2\s*\)|$)/gis;
/** A declaration of a style attribute. The first group matches unless the property is a custom one, which may hold any value. */
const DECLARATION = /(\s*-?[a-z][\w-]*\s*:)?(?:"[^"]*"?|'[^']*'?|\([^)]*\)?|\{[^}]*\}?|[^;"'({])+;?/gi;

/** Filters the URLs in CSS. */
export function filterStyle(css: string, filterAddress: FilterAddress): string {
  return css.replace(CSS_ADDRESS, (_, before, __, address) => before + filterAddress(address));
}

/** Removes custom properties from a style attribute, because pages use them to pass on field values. */
export function dropCustomProperties(style: string): string {
  return style.replace(DECLARATION, (each, isKnown) => (isKnown ? each : ""));
}

/** Masks the changed properties of a style attribute in place: filters URLs and, if `isField`, drops custom properties. */
export function maskStyleChange(style: styleOMValue, filterAddress: FilterAddress, isField: boolean): void {
  for (const name in style) if (isField && name.startsWith("--")) delete style[name];
  filterStyles(style, filterAddress);
}

/** Filters the URLs in all strings of an object in place, at any depth. */
export function filterStyles(holder: object, filterAddress: FilterAddress): void {
  for (const [name, value] of Object.entries(holder)) {
    if (typeof value === "string") Reflect.set(holder, name, filterStyle(value, filterAddress));
    else if (value) filterStyles(value, filterAddress);
  }
}
