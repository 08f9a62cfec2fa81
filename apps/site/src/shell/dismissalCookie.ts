import { ONE_SECOND, ONE_YEAR } from "@marquee/contract";

interface DismissalCookie {
  name: string;
  /** Parent domain to write on, or null for the host itself. */
  domain: string | null;
  isSecure: boolean;
}

/**
 * The line that keeps a closed banner closed for 365 days (specification, section 4), as `document.cookie` takes it. The server reads the
 * cookie and leaves the banner out of later documents.
 */
export function dismissalCookie({ name, domain, isSecure }: DismissalCookie): string {
  const parts = [`${name}=1`, "path=/", `max-age=${ONE_YEAR / ONE_SECOND}`, "samesite=lax"];
  if (domain) parts.push(`domain=${domain}`);
  if (isSecure) parts.push("secure");
  return parts.join("; ");
}

/** @returns whether a list of cookies, as `document.cookie` gives it, has one called `name`. */
export function hasCookie(cookies: string, name: string): boolean {
  return cookies.split("; ").some((cookie) => cookie.startsWith(`${name}=`));
}
