import {
  type ContentChanges,
  contentFlag,
  DEFAULT_LOCALE,
  type FlagDefinition,
  itemKey,
  type Json,
  parseItemKey,
  parsePointer,
  pathProblem,
  SECTIONS_ITEM,
  SITE_BANNER_FLAG,
  type ValueType,
} from "@marquee/contract";
import { ContentChangesSchema, SiteBannerSchema } from "@marquee/contract/schema";
import { Compile } from "typebox/compile";
import { schemaProblem } from "../content/schemaProblem.ts";

const banner = Compile(SiteBannerSchema);
const changes = Compile(ContentChangesSchema);
/** Key prefix of flags that redirect visitors from one page to another. */
export const REDIRECT_PREFIX = "redirect.";
/** Key prefix of flags that change a page's texts. */
export const CONTENT_PREFIX = contentFlag("");

const FITS: Record<ValueType, (value: Json) => boolean> = {
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  json: (value) => value !== undefined,
};
const EXPECTED: Record<ValueType, string> = {
  boolean: "its value must be true or false",
  string: "its value must be text",
  number: "its value must be a number",
  json: "it needs a value",
};

/** Why a value is invalid for a flag, as a sentence; null if it is valid. */
export function valueProblem(
  { key, type }: Pick<FlagDefinition, "key" | "type">,
  value: Json,
): string | null {
  if (!FITS[type](value)) return `${key} is a ${type} flag; ${EXPECTED[type]}.`;
  if (key === SITE_BANNER_FLAG) return bannerProblem(value);
  // An empty path means no redirect.
  if (key.startsWith(REDIRECT_PREFIX)) return value === "" ? null : pathProblem(value);
  return key.startsWith(CONTENT_PREFIX) ? changesProblem(key.slice(CONTENT_PREFIX.length), value) : null;
}

/**
 * Why a value can't change a page, and how to fix it; null if it can. Only its texts and the order of its sections can vary. Whether the page has
 * these fields and accepts the values depends on the content.
 */
export function changesProblem(page: string, value: Json): string | null {
  const item = itemKey({ kind: "copy", locale: DEFAULT_LOCALE, id: page });
  if (!isContentChanges(value))
    return `Invalid page text. Use { "${item}": { "/hero/title": "…" }, "${SECTIONS_ITEM}": { "/${page}/order": ["faq"] } }.`;
  for (const [key, fields] of Object.entries(value)) {
    const address = parseItemKey(key);
    const isText = address?.kind === "copy" && address.id === page;
    if (!isText && key !== SECTIONS_ITEM)
      return `${key} is not part of this page. Use ${item}, another language, or ${SECTIONS_ITEM}.`;
    for (const pointer of Object.keys(fields)) {
      const tokens = parsePointer(pointer);
      if (!tokens || tokens.length === 0)
        return `${pointer || "An empty text"} is not the address of a field, such as /hero/title.`;
      if (isText && pointer === "/hidden") return "A variation can't hide the whole page.";
      if (!isText && tokens[0] !== page)
        return `${pointer} belongs to another page. Use /${page}/order or /${page}/hidden.`;
    }
  }
  return null;
}

/** Whether a value has the shape of changes. */
export function isContentChanges(value: unknown): value is ContentChanges {
  return changes.Check(value);
}

function bannerProblem(value: Json): string | null {
  if (banner.Check(value)) return null;
  const { place, problem } = schemaProblem(banner.Errors(value)[0]);
  return `Invalid banner${place && ` at ${place}`}: ${problem}`;
}
