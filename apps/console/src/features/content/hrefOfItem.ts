import { BANNER_COPY, DEFAULT_LOCALE, parseItemKey, SINGLE_ITEMS } from "@marquee/contract";
import { writeHref } from "../../shared/address/writeHref.ts";

/** Address of an item's editor. @param field pointer of the field that gets the focus. */
export function hrefOfItem(key: string, draft: number | null, field = ""): string {
  const params = new URLSearchParams();
  if (draft !== null) params.set("draft", String(draft));
  if (field !== "") params.set("field", field);
  return writeHref(screenOf(key), params);
}

function screenOf(key: string): string {
  const address = parseItemKey(key);
  if (address && !("id" in address)) return SINGLE_ITEMS[address.kind].screen ?? `/pages/${address.kind}`;
  if (address?.kind === "copy" && address.id === BANNER_COPY)
    return address.locale === DEFAULT_LOCALE ? "/banner" : `/banner/${address.locale}`;
  return `/${address?.kind === "image" ? "images" : "pages"}/${encodeURIComponent(key)}`;
}
