import {
  CONTENT_TITLES,
  capitalize,
  isLocale,
  type Locale,
  MEETING_ROUTES_ITEM,
  parseItemKey,
  parsePointer,
  REDIRECTS_ITEM,
  SECTIONS_ITEM,
  valueTitle,
  WHOLE_ITEM,
} from "@marquee/contract";
import { bannerFieldTitle, bannerSchemaOf } from "./banner.ts";

/** Words that read better than their key. */
const WORDS: Readonly<Record<string, string>> = {
  meta: "Search results and link previews",
  faq: "FAQ",
  markdown: "Text",
  document: "Text",
  addOns: "Add-ons",
  ai: "AI",
  perMonth: "Price per month",
  perUserGroup: "Price is per user",
  displayPrice: "Shown instead of the price",
  updated: "Updated on",
  path: "Path",
  hidden: "Hidden",
  minScore: "Lowest score in the quiz",
  maxScore: "Highest score in the quiz",
  aiNotetaker: "AI notetaker",
  alt: "Alternative text",
  file: "Picture",
  isDecorative: "Decorative",
  href: "Link address",
  uri: "Link address",
};

/** Readable name of a field, and of the section that it is in: "Question" of "FAQ: Really free". */
export function fieldName(pointer: string): { section: string; label: string } {
  const tokens = parsePointer(pointer) ?? [];
  const [name = "", language = ""] = tokens;
  if (name === "alt" && isLocale(language))
    return { section: readable(name), label: languageTitle(language) };
  const words = tokens.filter(isNaming).map(readable);
  const [first = "", ...rest] = words;
  if (rest.length === 0) return { section: "Page", label: first };
  return { section: first, label: rest.join(": ") };
}

/** A language as people name it: "French". */
export function languageTitle(locale: Locale): string {
  return capitalize(valueTitle("visit:language", locale.slice(0, 2)));
}

/** Lists whose name says nothing beside that of their section. */
const CONTAINERS = new Set(["items", "rows", "content"]);

/** Whether a token helps to tell fields apart: `/plans/free/pricing/monthly` is "Free: Monthly". */
function isNaming(token: string, index: number, tokens: readonly string[]): boolean {
  if (CONTAINERS.has(token)) return false;
  if (index === 0) return !((token === "plans" || token === "addOns") && tokens.length > 2);
  return token !== "pricing";
}

function readable(token: string): string {
  const known = Object.hasOwn(WORDS, token) && WORDS[token];
  if (known) return known;
  if (/^\d+$/.test(token)) return String(Number(token) + 1);
  const words = token.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** Section and name of a field as one text. */
export function fieldTitle(item: string, pointer: string): string {
  if (item === REDIRECTS_ITEM) return "Redirect";
  if (item === SECTIONS_ITEM) return sectionsTitle(pointer);
  if (item === MEETING_ROUTES_ITEM) return meetingTitle(pointer);
  const banner = bannerSchemaOf(item);
  if (banner) return bannerFieldTitle(banner, pointer.slice(1));
  const isImage = parseItemKey(item)?.kind === "image";
  if (pointer === WHOLE_ITEM) return isImage ? "Whole image" : "Whole page";
  const { section, label } = fieldName(pointer);
  return `${isImage && section === "Page" ? "Image" : section}: ${label}`;
}

/** "Hidden sections of Home". */
function sectionsTitle(pointer: string): string {
  const [page = "", field] = parsePointer(pointer) ?? [];
  return `${field === "hidden" ? "Hidden sections" : "Sections"} of ${CONTENT_TITLES[page] ?? page}`;
}

/** "Rules of the demo form". */
function meetingTitle(pointer: string): string {
  const [form, field] = parsePointer(pointer) ?? [];
  return `${field === "rules" ? "Rules" : "Default link"} of the ${form} form`;
}

/** Title of an item without its language: "Home". */
export function itemTitle(key: string): string {
  const address = parseItemKey(key);
  if (address?.kind === "catalog") return "Plans and prices";
  if (address?.kind === "redirects") return "Redirects";
  if (address?.kind === "sections") return "Sections";
  if (address?.kind === "banner") return "Banner";
  if (address?.kind === "meeting-routes") return "Meeting routes";
  if (!address || !("id" in address)) return key;
  if (address.kind === "image") return address.id;
  const known = address.kind === "copy" ? CONTENT_TITLES[address.id] : undefined;
  return known ?? readable(address.id.replaceAll("/", " / "));
}

/** Title of an item with its language: "Home (fr-FR)". */
export function itemName(key: string): string {
  const address = parseItemKey(key);
  return address && "locale" in address ? `${itemTitle(key)} (${address.locale})` : itemTitle(key);
}
