import { BANNER_COPY, DEFAULT_LOCALE, parseItemKey } from "@marquee/contract";
import { writeHref } from "../../shared/address/writeHref.ts";

/** Address of an item's editor. @param field pointer of the field that gets the focus there. */
export function hrefOfItem(key: string, draft: number | null, field = ""): string {
  const params = new URLSearchParams();
  if (draft !== null) params.set("draft", String(draft));
  if (field !== "") params.set("field", field);
  return writeHref(screenOf(key), params);
}

function screenOf(key: string): string {
  const address = parseItemKey(key);
  if (address?.kind === "redirects") return "/redirects";
  if (address?.kind === "banner") return "/banner";
  if (address?.kind === "meeting-routes") return "/meeting-routes";
  if (address?.kind === "copy" && address.id === BANNER_COPY)
    return address.locale === DEFAULT_LOCALE ? "/banner" : `/banner/${address.locale}`;
  return `/${address?.kind === "image" ? "images" : "pages"}/${encodeURIComponent(key)}`;
}
