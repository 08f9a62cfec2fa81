import { APP_REDIRECT_PARAMETER, isDesktop, type SiteSettings } from "@marquee/contract";
import { resolveAppRedirect } from "./resolveAppRedirect.ts";

/** Time for what is being measured to leave the page (specification, section 9), in milliseconds. */
const REDIRECT_DELAY = 100;

/**
 * Sends a desktop visitor on to the address in `?app-redirect=` (specification, section 2), once, and leaves no entry in the
 * history. An address outside the product's parent domain and the configured origins is ignored.
 */
export function startAppRedirect({ publicUrl, cookieDomain, redirectOrigins }: SiteSettings): void {
  if (!isDesktop(navigator.userAgent)) return;
  const target = resolveAppRedirect(new URLSearchParams(location.search).get(APP_REDIRECT_PARAMETER), {
    parentDomain: cookieDomain ?? new URL(publicUrl).hostname,
    origins: redirectOrigins,
  });
  if (target) setTimeout(() => location.replace(target), REDIRECT_DELAY);
}
