import { BANNER_COPY, type ContentKind, type Json, parseItemKey, type SiteContent } from "@marquee/contract";
import { BANNER, BANNER_TEXTS } from "./banner.ts";
import { CATALOG } from "./catalog.ts";
import { COPY } from "./copy.ts";
import { IMAGE } from "./image.ts";
import type { KindContent, KindDeclaration } from "./kindDeclaration.types.ts";
import { MEETING_ROUTES } from "./meetingRoutes.ts";
import { PAGE } from "./page.ts";
import { REDIRECTS } from "./redirects.ts";
import { SECTIONS } from "./sections.ts";

/** All kinds of content, in the order of their items. */
const KINDS: Readonly<Record<ContentKind, KindDeclaration>> = {
  copy: COPY,
  catalog: CATALOG,
  redirects: REDIRECTS,
  sections: SECTIONS,
  banner: BANNER,
  "meeting-routes": MEETING_ROUTES,
  page: PAGE,
  image: IMAGE,
};

/** The kind of an item; null for a key of a kind that this release does not have. */
export function kindOf(key: string): KindDeclaration | null {
  const address = parseItemKey(key);
  if (address?.kind === "copy" && address.id === BANNER_COPY) return BANNER_TEXTS;
  return address && KINDS[address.kind];
}

/** The kind whose items are in one file. @param path below the content folder. */
export function kindOfFile(path: string): KindDeclaration | undefined {
  return Object.values(KINDS).find(({ place }) => place === path);
}

/** Whether all pages are rendered with the content of a file. @param path below the content folder. */
export function isSiteFile(path: string): boolean {
  return isPart(path, (kind) => kind.partOf !== undefined);
}

/**
 * Whether a file contains pages, or content that is evaluated per request. @param path below the content
 * folder.
 */
export function isPageFile(path: string): boolean {
  return isPart(path, (kind) => kind.partOf === undefined);
}

function isPart(path: string, isIncluded: (kind: KindDeclaration) => boolean): boolean {
  return Object.values(KINDS).some(
    (kind) =>
      isIncluded(kind) && (kind.place.endsWith("/") ? path.startsWith(kind.place) : path === kind.place),
  );
}

/** Reads the parts of the site's content that have one file each. @param attempt reads one. */
export async function readSingles(
  attempt: (read: NonNullable<KindDeclaration["read"]>) => Promise<unknown>,
): Promise<Omit<SiteContent, "version" | "copy" | "images">> {
  const parts: Record<string, unknown> = {};
  for (const [name, { read }] of Object.entries(KINDS)) if (read) parts[name] = await attempt(read);
  return parts as unknown as Omit<SiteContent, "version" | "copy" | "images">;
}

/** Every item of the content by key. */
export function readItems(content: KindContent): Map<string, Json> {
  return new Map(Object.values(KINDS).flatMap((kind) => kind.items(content)));
}
