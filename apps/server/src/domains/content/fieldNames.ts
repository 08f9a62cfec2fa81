import { parseItemKey } from "@marquee/contract";
import { COPY } from "./kinds/copy.ts";
import { kindOf } from "./kinds/index.ts";

/** Section and name of a field as one text. */
export function fieldTitle(item: string, pointer: string): string {
  return (kindOf(item) ?? COPY).fieldTitle(pointer);
}

/** Title of an item without its language: "Home". */
export function itemTitle(key: string): string {
  const address = parseItemKey(key);
  return address ? (kindOf(key)?.title("id" in address ? address.id : "") ?? key) : key;
}

/** Title of an item with its language: "Home (fr-FR)". */
export function itemName(key: string): string {
  const address = parseItemKey(key);
  return address && "locale" in address ? `${itemTitle(key)} (${address.locale})` : itemTitle(key);
}
