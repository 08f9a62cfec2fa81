import { DEFAULT_LOCALE, LOCALES } from "@marquee/contract";

/** Locales in the paths of pages. They contain nothing that regular expressions treat specially. */
const PREFIXES = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).join("|");

const property = (name: string) => `JSONExtractString(properties, '${name}')`;

/** A path without the language that it starts with, and with its fragment: `/de/pricing#faq` becomes `/pricing#faq`. */
const withoutLocale = (path: string) => `replaceRegexpOne(${path}, '^/(?:${PREFIXES})(?:/|(#)|$)', '/\\\\1')`;

const HAS_LOCALE = `match(path, '^/(?:${PREFIXES})(?:/|$)')`;

/** Whether the page is in the console's language. */
export const IS_IN_ENGLISH = `NOT ${HAS_LOCALE}`;

/** The page of an event or click, without its language. */
export const CLICKED_PAGE = withoutLocale("path");

/**
 * Where a clicked link leads, without query, since links pass on campaigns: on the site a path without its language, so that a link has one name in every
 * language; elsewhere host and path. Empty for a button.
 */
const HREF = `replaceRegexpOne(${property("href")}, '[?][^#]*', '')`;
const IS_OWN = `(startsWith(${HREF}, '/') OR extract(${HREF}, '^https?://([^/#]+)') = toString(host))`;
const OWN_PATH = `replaceRegexpOne(replaceRegexpOne(${HREF}, '^https?://[^/#]+', ''), '^/?([^#]*[^/#])/+(#|$)', '/\\\\1\\\\2')`;
const LINK = `if(${IS_OWN}, ${withoutLocale(`if(startsWith(${OWN_PATH}, '/'), ${OWN_PATH}, concat('/', ${OWN_PATH}))`)}, replaceRegexpOne(${HREF}, '^https?://', ''))`;

/** Name of what a `click web` event clicked, the same on every page and, unless it is a button without ID, in every language. For rows of `events`. */
export const CLICK_TARGET = `if(${property("href")} = '', ${property("buttonClicked")}, ${LINK})`;

/** The visible text of the click target. */
export const CLICK_TEXT = `if(${property("linkTitle")} != '', ${property("linkTitle")}, ${property("buttonClicked")})`;

/** Header, footer or ID of the page, without its language: `de-pricing` on `/de/pricing` is `pricing`. */
const PAGE_ID = `replaceRegexpOne(${property("root")}, '(?i)^(?:${PREFIXES})(?:-|$)', '')`;
export const CLICK_ROOT = `if(${HAS_LOCALE}, if(${PAGE_ID} = '', 'home', ${PAGE_ID}), ${property("root")})`;
export const CLICK_LOCATION = property("location");

/** The selector of a clicked element, whose links are without their language. For rows of `interactions`. */
export const CLICKED_ELEMENT = elementSql("selector");

/** Like {@link CLICKED_ELEMENT}. @param selector an expression of type String. */
export function elementSql(selector: string): string {
  // Selectors escape the characters of values.
  const link = String.raw`(\\[href="\\\\?/)(?:${PREFIXES})(?:\\\\?/|(\\\\?#|"))`;
  return `replaceRegexpAll(${selector}, '${link}', '\\\\1\\\\2')`;
}
