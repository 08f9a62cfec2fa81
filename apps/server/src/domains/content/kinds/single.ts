import { type Json, SINGLE_ITEMS, type SingleKind, type SiteContent } from "@marquee/contract";
import type { KindContent, KindDeclaration } from "./kindDeclaration.types.ts";

/** The common part of kinds with a single item, in a file of the same name. */
export function single<Kind extends SingleKind>(kind: Kind, valueIn: (content: KindContent) => Json) {
  return {
    title: () => SINGLE_ITEMS[kind].title,
    place: `${kind}.json`,
    items: (content) => [[kind, valueIn(content)]],
  } satisfies Partial<KindDeclaration>;
}

/** Like {@link single}, for an item that all pages are rendered with. */
export function singleOfSite<Kind extends SingleKind & keyof SiteContent>(kind: Kind) {
  return {
    ...single(kind, ({ site }) => site[kind] as Json),
    partOf: (site) => site[kind],
    put(site, _address, part) {
      site[kind] = part as SiteContent[Kind];
    },
  } satisfies Partial<KindDeclaration>;
}
