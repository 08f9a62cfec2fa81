import { ONE_SECOND, ONE_YEAR, VARIATIONS_COOKIE } from "@marquee/contract";
import { stringifySetCookie } from "cookie";
import type { StickyAssignments } from "./compileFlags.ts";

/** Each of them lengthens every request; who runs more experiments at once draws the rest anew on each page. */
const MAX_ASSIGNMENTS = 30;
const ENTRY_PATTERN = /^([a-z0-9-]+__\d{1,9}):([a-z0-9-]+)$/;

/** The cookie's text as assignments: `experiment__phase:variation`, joined by bars. What is anything else is left out. */
export function parseVariationsCookie(text: string | undefined): StickyAssignments {
  const entries = (text ?? "").split("|").slice(0, MAX_ASSIGNMENTS);
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const [, experiment, variation] = ENTRY_PATTERN.exec(entry) ?? [];
      return experiment && variation ? [[experiment, variation]] : [];
    }),
  );
}

/** @returns the empty string for no assignments: there is nothing to keep. */
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

/** @returns a function that writes the `Set-Cookie` header; a visitor's withdrawal removes the cookie by script, so it is not HttpOnly. */
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
