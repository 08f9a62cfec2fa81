import { isMeasuredByRegion, PREVIEW_PARAMETER, pathOf, VARIATIONS_COOKIE } from "@marquee/contract";
import { parseCookie } from "cookie";
import type { FastifyRequest } from "fastify";
import type { FixedSettings } from "../config/siteSettings.ts";
import { readAttributes } from "../visitor/attributes.ts";
import type { Countries } from "../visitor/countries.ts";
import type { Visitor } from "../visitor/visitor.ts";
import { type PathOfPage, type Preview, type SiteFlagValues, siteFlagValues } from "./siteFlagValues.ts";
import type { Flags } from "./startFlags.ts";
import { formatVariationsCookie, parseVariationsCookie } from "./variationsCookie.ts";

export interface VisitorFlagsOptions {
  flags: Pick<Flags, "current" | "running" | "redirecting" | "onChange">;
  countries: Pick<Countries, "codeOf">;
  settings: Pick<FixedSettings, "consentDefault" | "publicUrl">;
  pathOfPage: PathOfPage;
  /** Parses a preview link's parameter; null if it is invalid. */
  readPreview(parameter: string): Preview | null;
}

/** A visitor's flag values. */
export interface VisitorFlags extends SiteFlagValues {
  /** Whether measured visitors may get other values on another page. The same for all visitors. */
  arePerPage: boolean;
  /** The new value of the cookie; null if it is unchanged. */
  variationsCookie: string | null;
}

type PageRequest = Pick<FastifyRequest, "headers" | "ip" | "query" | "url">;

/** Evaluates the flags for a request for the page at `path`. */
export type ReadVisitorFlags = (request: PageRequest, path: string, visitor: Visitor) => VisitorFlags;

export function createVisitorFlags(options: VisitorFlagsOptions): ReadVisitorFlags {
  const { flags, countries, settings, readPreview, pathOfPage } = options;
  let unknown = fallbackFlags(flags, pathOfPage);
  flags.onChange(() => {
    unknown = fallbackFlags(flags, pathOfPage);
  });

  return ({ headers, ip, query, url }, path, visitor) => {
    const preview = readPreviewOf(query, readPreview);
    const attributes = readAttributes({
      headers,
      // The answer to a form is the page of its path.
      url: settings.publicUrl + (pathOf(url) === path ? url : path),
      country: countries.codeOf(ip),
      audience: visitor.audience,
      isMeasuredByRegion: isMeasuredByRegion({ ...settings, ...visitor }),
    });
    const current = flags.current();
    const { arePerPage } = current;
    const everybody = current.evaluateUnknown();
    if (preview) {
      const answers = siteFlagValues({
        evaluation: everybody,
        unknown: everybody,
        experiments: [],
        redirecting: [],
        preview,
        pathOfPage,
      });
      return { ...answers, arePerPage, variationsCookie: null };
    }
    if (!attributes) return unknown;
    const sent = parseCookie(headers.cookie ?? "")[VARIATIONS_COOKIE];
    const sticky = parseVariationsCookie(sent);
    const answers = siteFlagValues({
      evaluation: current.evaluate({ attributes, sticky }),
      unknown: everybody,
      experiments: flags.running(),
      redirecting: flags.redirecting(),
      pathOfPage,
    });
    const kept = formatVariationsCookie(answers.sticky);
    return { ...answers, arePerPage, variationsCookie: kept === (sent ?? "") ? null : kept };
  };
}

function fallbackFlags(flags: VisitorFlagsOptions["flags"], pathOfPage: PathOfPage): VisitorFlags {
  const current = flags.current();
  const everybody = current.evaluateUnknown();
  const answers = siteFlagValues({
    evaluation: everybody,
    unknown: everybody,
    experiments: flags.running(),
    redirecting: flags.redirecting(),
    pathOfPage,
  });
  return { ...answers, arePerPage: current.arePerPage, variationsCookie: null };
}

function readPreviewOf(query: unknown, readPreview: VisitorFlagsOptions["readPreview"]): Preview | null {
  const parameter = (query as Record<string, unknown>)[PREVIEW_PARAMETER];
  return typeof parameter === "string" ? readPreview(parameter) : null;
}
