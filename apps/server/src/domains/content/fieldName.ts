import { capitalize, isLocale, type Locale, parsePointer, valueTitle, WHOLE_ITEM } from "@marquee/contract";

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

/** The name of a language: "French". */
export function languageTitle(locale: Locale): string {
  return capitalize(valueTitle("visit:language", locale.slice(0, 2)));
}

/** Lists whose name adds nothing to their section's. */
const CONTAINERS = new Set(["items", "rows", "content"]);

/** Whether a token distinguishes fields: `/plans/free/pricing/monthly` is "Free: Monthly". */
function isNaming(token: string, index: number, tokens: readonly string[]): boolean {
  if (CONTAINERS.has(token)) return false;
  if (index === 0) return !((token === "plans" || token === "addOns") && tokens.length > 2);
  return token !== "pricing";
}

/** A name as words: "minScore" is "Min score". */
export function readable(token: string): string {
  const word = Object.hasOwn(WORDS, token) && WORDS[token];
  if (word) return word;
  if (/^\d+$/.test(token)) return String(Number(token) + 1);
  const words = token.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** Section and name of a field of a page or an image as one text. */
export function titleOfField(pointer: string, noun: "page" | "image" = "page"): string {
  if (pointer === WHOLE_ITEM) return `Whole ${noun}`;
  const { section, label } = fieldName(pointer);
  return `${section === "Page" ? capitalize(noun) : section}: ${label}`;
}
