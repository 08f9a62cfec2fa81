import { ONE_SECOND, ONE_YEAR, VARIATIONS_COOKIE } from "@marquee/contract";
import { stringifySetCookie } from "cookie";
import type { StickyAssignments } from "../../domains/flags/compileFlags.ts";

/** Limits the length of requests. With more concurrent experiments, the remaining assignments are computed again on each page. */
const MAX_ASSIGNMENTS = 30;
const ENTRY_PATTERN = /^([a-z0-9-]+__\d{1,9}):([a-z0-9-]+)$/;

/** Parses the cookie's value: `experiment__phase:variation` entries, separated by `|`. Invalid entries are ignored. */
export function parseVariationsCookie(text: string | undefined): StickyAssignments {
  const entries = (text ?? "").split("|").slice(0, MAX_ASSIGNMENTS);
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const [, experiment, variation] = ENTRY_PATTERN.exec(entry) ?? [];
      return experiment && variation ? [[experiment, variation]] : [];
    }),
  );
}

/** The cookie's value with at most 30 assignments; an empty string for none. */
export function formatVariationsCookie(assignments: StickyAssignments): string {
  return Object.entries(assignments)
    .sort(([one], [other]) => one.localeCompare(other))
    .slice(0, MAX_ASSIGNMENTS)
    .map(([experiment, variation]) => `${experiment}:${variation}`)
    .join("|");
}

interface CookieScope {
  /** Origin under which visitors reach the site. */
  publicUrl: string;
  /** Parent domain, or null for the host itself. */
  cookieDomain: string | null;
}

/**
 * Creates a function that formats the `Set-Cookie` header; an empty value removes the cookie. The cookie is not HttpOnly, because a script
 * removes it when the visitor withdraws consent.
 */
export function createVariationsCookie({ publicUrl, cookieDomain }: CookieScope): (value: string) => string {
  return (value) =>
    stringifySetCookie(
      {
        name: VARIATIONS_COOKIE,
        value,
        path: "/",
        sameSite: "lax",
        secure: publicUrl.startsWith("https:"),
        maxAge: value === "" ? 0 : ONE_YEAR / ONE_SECOND,
        ...(cookieDomain && { domain: cookieDomain }),
      },
      { encode: (text) => text },
    );
}
