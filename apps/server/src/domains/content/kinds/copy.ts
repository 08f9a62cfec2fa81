import { CONTENT_TITLES, type ItemAddress, itemKey, type Json, LOCALES } from "@marquee/contract";
import { readable, titleOfField } from "../fieldName.ts";
import type { KindDeclaration } from "./kindDeclaration.types.ts";

type CopyAddress = Extract<ItemAddress, { kind: "copy" | "page" }>;

/** The texts of a page of the site itself, or texts that pages share. */
export const COPY = {
  title: (id) => CONTENT_TITLES[id] ?? readable(id.replaceAll("/", " / ")),
  fieldTitle: (pointer) => titleOfField(pointer),
  place: "copy/",
  path: (key) => `${key.replaceAll(":", "/")}.json`,
  productPart: () => "copy",
  items: ({ site }) =>
    LOCALES.flatMap((locale) =>
      Object.entries(site.copy[locale]).map(
        ([id, value]) => [itemKey({ kind: "copy", locale, id }), value as Json] as const,
      ),
    ),
  partOf(site, address) {
    const { locale, id } = address as CopyAddress;
    return Object.hasOwn(site.copy[locale], id) ? site.copy[locale][id] : undefined;
  },
  put(site, address, part) {
    const { locale, id } = address as CopyAddress;
    site.copy[locale] = { ...site.copy[locale], [id]: part };
  },
} satisfies KindDeclaration;
