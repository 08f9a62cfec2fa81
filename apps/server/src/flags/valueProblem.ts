import {
  contentFlag,
  type FlagDefinition,
  type Json,
  SITE_BANNER_FLAG,
  type ValueType,
} from "@marquee/contract";
import { ContentPatchSchema, SiteBannerSchema } from "@marquee/contract/schema";
import { Compile } from "typebox/compile";
import { pathProblem } from "../content/pathProblem.ts";
import { schemaProblem } from "../content/schemaProblem.ts";

const banner = Compile(SiteBannerSchema);
const patch = Compile(ContentPatchSchema);
/** Flags that lead visitors of one page to another. */
export const REDIRECT_PREFIX = "redirect.";
/** Flags that hold other texts for a page. */
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

/** What is wrong with a value that a flag is to answer, as a sentence; null for nothing. */
export function valueProblem(
  { key, type }: Pick<FlagDefinition, "key" | "type">,
  value: Json,
): string | null {
  if (!FITS[type](value)) return `${key} is a ${type} flag; ${EXPECTED[type]}.`;
  if (key === SITE_BANNER_FLAG) return bannerProblem(value);
  // An empty path leads nowhere.
  if (key.startsWith(REDIRECT_PREFIX)) return value === "" ? null : pathProblem(value);
  if (key.startsWith(CONTENT_PREFIX) && !isContentPatch(value))
    return 'Invalid page text. Use { "copy": { "en": { "hero.title": "…" } }, "order": ["faq"] }.';
  return null;
}

/** Whether a value has the shape of other texts for a page. */
export function isContentPatch(value: unknown): boolean {
  return patch.Check(value);
}

function bannerProblem(value: Json): string | null {
  if (banner.Check(value)) return null;
  const { place, problem } = schemaProblem(banner.Errors(value)[0]);
  return `Invalid banner${place && ` at ${place}`}: ${problem}`;
}
