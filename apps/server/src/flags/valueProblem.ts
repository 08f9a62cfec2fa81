import {
  contentFlag,
  type FlagDefinition,
  type Json,
  pathProblem,
  SITE_BANNER_FLAG,
  type ValueType,
} from "@marquee/contract";
import { ContentPatchSchema, SiteBannerSchema } from "@marquee/contract/schema";
import { Compile } from "typebox/compile";
import { schemaProblem } from "../content/schemaProblem.ts";

const banner = Compile(SiteBannerSchema);
const patch = Compile(ContentPatchSchema);
/** Key prefix of flags that redirect visitors from one page to another. */
export const REDIRECT_PREFIX = "redirect.";
/** Key prefix of flags that hold a patch for a page. */
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
  if (key.startsWith(CONTENT_PREFIX) && !isContentPatch(value))
    return 'Invalid page text. Use { "copy": { "en": { "hero.title": "…" } }, "order": ["faq"] }.';
  return null;
}

/** Whether a value is a valid patch for a page. */
export function isContentPatch(value: unknown): boolean {
  return patch.Check(value);
}

function bannerProblem(value: Json): string | null {
  if (banner.Check(value)) return null;
  const { place, problem } = schemaProblem(banner.Errors(value)[0]);
  return `Invalid banner${place && ` at ${place}`}: ${problem}`;
}
