import { isLocale, type Locale } from "../kernel/locales.ts";
import { isImagePath } from "./siteImages.ts";

/**
 * The kinds of content: everything on the site outside its code. `copy` is the texts of a built-in page, or texts that pages share
 * (`content/copy/<locale>/<id>.json`); `page` a page that an editor wrote (`content/pages/<locale>/<id>.md` or `.json`); `catalog` plans, prices and add-ons
 * (`content/catalog.json`); `redirects` the targets of old URLs (`content/redirects.json`); `sections` the order of pages' sections
 * (`content/sections.json`); `banner` the announcement banner without its texts (`content/banner.json`); `image` a picture (`content/images/<id>`);
 * `meeting-routes` the assignment of leads to booking pages (`content/meeting-routes.json`).
 */
export type ContentKind = ItemAddress["kind"];

/** Names an item, such as the texts of the home page in French. A JSON Pointer names a field of it. */
export type ItemAddress =
  | { kind: SingleKind }
  | { kind: "copy" | "page"; locale: Locale; id: string }
  | { kind: "image"; id: string };

export const CATALOG_ITEM = "catalog";
export const REDIRECTS_ITEM = "redirects";
export const SECTIONS_ITEM = "sections";
export const BANNER_ITEM = "banner";
export const MEETING_ROUTES_ITEM = "meeting-routes";
/** Kinds with a single item, whose key is the kind: its title, and its screen in the console. Without one, it is listed under Pages. */
export const SINGLE_ITEMS = {
  [CATALOG_ITEM]: { title: "Plans and prices", screen: null },
  [REDIRECTS_ITEM]: { title: "Redirects", screen: "/redirects" },
  [SECTIONS_ITEM]: { title: "Sections", screen: "/pages/sections" },
  [BANNER_ITEM]: { title: "Banner", screen: "/banner" },
  [MEETING_ROUTES_ITEM]: { title: "Meeting routes", screen: "/meeting-routes" },
} as const;
export type SingleKind = keyof typeof SINGLE_ITEMS;
/** Names an item as a whole: its value is added, null removes it. */
export const WHOLE_ITEM = "";

/** Characters of an ID: lowercase words, in folders for pages. */
const ID_PATTERN = /^[a-z0-9._-]+(?:\/[a-z0-9._-]+)*$/;
const MAX_KEY_LENGTH = 200;

/** An item's address as text: `copy:fr-FR:home`, `page:en:help/security`, `image:guide/board.png`, `catalog`. */
export function itemKey(address: ItemAddress): string {
  if (!("id" in address)) return address.kind;
  return address.kind === "image" ? `image:${address.id}` : `${address.kind}:${address.locale}:${address.id}`;
}

/** @returns null if `key` is not spelled as {@link itemKey} does. */
export function parseItemKey(key: string): ItemAddress | null {
  if (Object.hasOwn(SINGLE_ITEMS, key)) return { kind: key as SingleKind };
  if (key.length > MAX_KEY_LENGTH) return null;
  const [kind, locale = "", id = "", ...more] = key.split(":");
  if (kind === "image") return isImagePath(locale) && key === `image:${locale}` ? { kind, id: locale } : null;
  if ((kind !== "copy" && kind !== "page") || more.length > 0) return null;
  return isLocale(locale) && ID_PATTERN.test(id) ? { kind, locale, id } : null;
}

/** Titles of texts by ID. */
export const CONTENT_TITLES: Readonly<Record<string, string>> = {
  home: "Home",
  pricing: "Pricing",
  lp: "Landing page",
  "lp-project-management": "Landing page: project management",
  brain: "Brain",
  "lp-ai": "Landing page: AI",
  "lp-gantt": "Landing page: Gantt charts",
  "contact-sales": "Contact sales",
  demo: "Demo",
  "sign-up": "Sign up",
  privacy: "Privacy",
  shell: "Header, footer and dialogs",
  samples: "Sample interfaces",
  "lead-form": "Forms",
  overlays: "Overlays",
  "plan-quiz": "Plan quiz",
  "demo-frame": "Interactive demo",
  "demo-host": "Demo window",
  banner: "Banner",
};

/** A page that shows texts which several pages share, by their ID. */
export const SHARED_CONTENT: Readonly<Record<string, string>> = {
  shell: "/",
  samples: "/",
  "lead-form": "/contact-sales",
  overlays: "/",
  "plan-quiz": "/pricing",
  "demo-frame": "/demo",
  "demo-host": "/demo",
  banner: "/",
};
