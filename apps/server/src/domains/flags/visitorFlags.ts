import {
  isMeasuredByRegion,
  type Json,
  type KeptParameters,
  LOCALES,
  type Locale,
  localeOfPath,
  pathOf,
  VARIATIONS_COOKIE,
  type VisitorAttributes,
} from "@marquee/contract";
import { parseCookie } from "cookie";
import type { FastifyRequest } from "fastify";
import type { FixedSettings } from "../../platform/config/siteSettings.ts";
import { readAttributes } from "../../platform/visitor/attributes.ts";
import type { Countries } from "../../platform/visitor/countries.ts";
import {
  formatVariationsCookie,
  parseVariationsCookie,
  type StickyAssignments,
} from "../../platform/visitor/variationsCookie.ts";
import type { Visitor } from "../../platform/visitor/visitor.ts";
import { translateBanner } from "./bannerFlag.ts";
import type { Evaluation } from "./compileFlags.ts";
import { type FindPage, type SiteFlagValues, siteFlagValues } from "./siteFlagValues.ts";
import type { Flags, FlagsView } from "./startFlags.ts";

export interface VisitorFlagsOptions {
  flags: FlagsView & Pick<Flags, "onChange">;
  countries: Pick<Countries, "codeOf">;
  settings: Pick<FixedSettings, "consentDefault" | "publicUrl">;
  findPage: FindPage;
  keptParameters: KeptParameters;
}

/** A visitor's flag values. */
export interface VisitorFlags extends SiteFlagValues {
  /** Whether measured visitors may get different values on other pages. The same for all visitors. */
  arePerPage: boolean;
  /** The new value of the cookie; null if it is unchanged. */
  variationsCookie: string | null;
}

type PageRequest = Pick<FastifyRequest, "headers" | "ip" | "url">;

/** Evaluates the flags for a request for the page at `path`. */
export type ReadVisitorFlags = (request: PageRequest, path: string, visitor: Visitor) => VisitorFlags;

export function createVisitorFlags(options: VisitorFlagsOptions): ReadVisitorFlags {
  const { flags, countries, settings, findPage, keptParameters } = options;
  let unknown = fallbackFlags(flags, findPage);
  flags.onChange(() => {
    unknown = fallbackFlags(flags, findPage);
  });

  return ({ headers, ip, url }, path, visitor) => {
    const locale = localeOfPath(path);
    const attributes = readAttributes({
      headers,
      // The response to a form is the page at its path.
      url: settings.publicUrl + (pathOf(url) === path ? url : path),
      country: countries.codeOf(ip),
      audience: visitor.audience,
      isMeasuredByRegion: isMeasuredByRegion({ ...settings, ...visitor }),
      keptParameters,
    });
    if (!attributes) return unknown[locale];
    const sent = parseCookie(headers.cookie ?? "")[VARIATIONS_COOKIE];
    const answers = flagsOf({ flags, locale, attributes, sticky: parseVariationsCookie(sent), findPage });
    const cookie = formatVariationsCookie(answers.sticky);
    return { ...answers, variationsCookie: cookie === (sent ?? "") ? null : cookie };
  };
}

function fallbackFlags(flags: FlagsView, findPage: FindPage): Record<Locale, VisitorFlags> {
  const answers = LOCALES.map((locale) => [locale, flagsOf({ flags, locale, attributes: null, findPage })]);
  return Object.fromEntries(answers) as Record<Locale, VisitorFlags>;
}

interface FlagsSource {
  flags: FlagsView;
  /** Language of the page. */
  locale: Locale;
  /** Null for a visitor who may not be measured. */
  attributes: VisitorAttributes | null;
  /** The visitor's earlier assignments. */
  sticky?: StickyAssignments;
  /** Values of flags that override their rules. */
  forced?: Readonly<Record<string, Json>>;
  findPage: FindPage;
}

/** The flag values of a visitor with these attributes. */
export function flagsOf({
  flags,
  locale,
  attributes,
  sticky = {},
  forced = {},
  findPage,
}: FlagsSource): VisitorFlags {
  const current = flags.current();
  // Visitors who may not be measured get the default values, so a forced value applies to all of them.
  const translate = (evaluation: Evaluation) => translateBanner(evaluation, flags.banner(locale));
  const unknown = current.evaluateUnknown();
  const everybody = translate(attributes ? unknown : withForced(unknown, forced));
  const forcedFeatures = Object.keys(forced).length > 0 ? new Map(Object.entries(forced)) : undefined;
  const answers = siteFlagValues({
    evaluation: attributes ? translate(current.evaluate({ attributes, sticky, forcedFeatures })) : everybody,
    unknown: everybody,
    experiments: flags.running(),
    redirecting: flags.redirecting(),
    findPage,
  });
  return { ...answers, arePerPage: current.arePerPage, variationsCookie: null };
}

function withForced({ results, sticky }: Evaluation, forced: Readonly<Record<string, Json>>): Evaluation {
  const entries = Object.entries(results).map(([key, result]) => [
    key,
    Object.hasOwn(forced, key)
      ? { ...result, value: forced[key] ?? null, source: "override" as const }
      : result,
  ]);
  return { results: Object.fromEntries(entries), sticky };
}
