import { isDeepStrictEqual } from "node:util";
import {
  DEFAULT_FLAGS,
  type FlagDefinition,
  isBannerDue,
  type Json,
  LOCALES,
  type Locale,
  SITE_BANNER_FLAG,
  type SiteBannerConfig,
  type SiteContent,
  type Timestamp,
} from "@marquee/contract";
import type { Banner } from "@marquee/contract/schema";
import { ApiError } from "../../platform/errors/apiError.ts";
import { bannerConfigs } from "../content/banner.ts";
import type { Evaluation } from "./compileFlags.ts";

/** The stored default value of the banner's flag, and its value while no banner is scheduled. */
export const NO_BANNER_VALUE = DEFAULT_FLAGS[SITE_BANNER_FLAG];
/** ID of the rule in which the flag had a scheduled or hidden banner in earlier releases. */
export const EARLIER_RULE = "scheduled";

/** The default value of the banner's flag by language. */
export type BannerValues = Readonly<Record<Locale, SiteBannerConfig>>;

/** The published banner at a time, as the default value of its flag. */
export function bannerValuesAt(site: Pick<SiteContent, "banner" | "copy">, at: Timestamp): BannerValues {
  if (isBannerDue(site.banner, at)) return bannerConfigs(site);
  return Object.fromEntries(LOCALES.map((locale) => [locale, NO_BANNER_VALUE])) as BannerValues;
}

/** The next time at which the banner's schedule changes its value; null for none. */
export function nextBannerChange({ isShown, from, until }: Banner, now: Timestamp): Timestamp | null {
  if (!isShown) return null;
  const times = [from, until].flatMap((time) => (time === null ? [] : [Date.parse(time)]));
  const next = Math.min(...times.filter((time) => time > now));
  return Number.isFinite(next) ? next : null;
}

/** The flags with the published banner, in English, as the default value of its flag. */
export function withBanner(definitions: readonly FlagDefinition[], { en }: BannerValues): FlagDefinition[] {
  // Safe: the type contains only JSON values.
  const defaultValue = en;
  return definitions.map((each) => (each.key === SITE_BANNER_FLAG ? { ...each, defaultValue } : each));
}

/** Flag values with the banner in the page's language unless a rule decides it. @param banner null to leave the value unchanged. */
export function translateBanner(
  { results, sticky }: Evaluation,
  banner: SiteBannerConfig | null,
): Evaluation {
  const result = results[SITE_BANNER_FLAG];
  if (banner === null || result?.source !== "defaultValue") return { results, sticky };
  return { sticky, results: { ...results, [SITE_BANNER_FLAG]: { ...result, value: banner } } };
}

/**
 * The banner's flag as stored, without the published banner.
 * @param current the flag's current default value.
 * @throws {ApiError} bad_request if its default value, or the rule of earlier releases, has its own banner.
 */
export function withoutBanner(definition: FlagDefinition, current: Json): FlagDefinition {
  const { defaultValue, rules } = definition;
  const isOwn = ![current, NO_BANNER_VALUE].some((value) => isDeepStrictEqual(value, defaultValue));
  if (isOwn)
    throw new ApiError(
      "bad_request",
      "The default value of this flag is the published banner. Change it under Banner, or reload this page if someone has just published it.",
    );
  if (rules.some(({ id }) => id === EARLIER_RULE))
    throw new ApiError(
      "bad_request",
      "The banner is published content now. Change or undo it under Banner, or remove its rule from this flag.",
    );
  return { ...definition, defaultValue: NO_BANNER_VALUE };
}
