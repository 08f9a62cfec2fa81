import type { Json } from "@marquee/contract";
import { readPatch } from "../contentPatch.ts";

/** A text of a page: where it stands and what stands there. */
export interface WrittenText {
  address: string;
  written: string;
}

interface TextFilter {
  search: string;
  /** Of the variation. */
  value: Json;
  locale: string;
  isChangedOnly: boolean;
}

/** The texts whose place, wording or variant has every word that is looked for. */
export function filterTexts(
  copy: Readonly<Record<string, string>>,
  { search, value, locale, isChangedOnly }: TextFilter,
): WrittenText[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const changed = readPatch(value).copy[locale] ?? {};
  return Object.entries(copy)
    .filter(([address, written]) => {
      const text = `${address} ${placeName(address)} ${written} ${changed[address] ?? ""}`.toLowerCase();
      return (!isChangedOnly || address in changed) && words.every((word) => text.includes(word));
    })
    .map(([address, written]) => ({ address, written }));
}

/** An address as a person reads it: `views.0.title` is "views › 1 › title". */
export function placeName(address: string): string {
  return address
    .split(".")
    .map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : step))
    .join(" › ");
}
