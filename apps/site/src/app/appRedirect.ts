import { APP_REDIRECT_PARAMETER, isDesktop, parseUrl, type SiteSettings } from "@marquee/contract";

/** Where an `app-redirect` may lead. */
export interface RedirectHosts {
  /** The product's parent domain (`trellis.example`): it and its subdomains over https, or null for none. */
  parentDomain: string | null;
  /** Further origins (`https://app.elsewhere.org:8443`); one over http only on the developer's own machine. */
  origins: readonly string[];
}

const MAX_REDIRECT_LENGTH = 2048;
const LOCAL_HOSTS: readonly string[] = ["localhost", "127.0.0.1"];
/** Scheme, two slashes, then nothing but a host name and a port: no user name, no bracket, no encoded or foreign character. */
const ADDRESS_PATTERN = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::[0-9]{1,5})?(?:[/?#]|$)/i;
/** White space, control and format characters (line breaks, zero-width and direction marks), and the backslash. */
const FORBIDDEN_PATTERN = /[\s\p{C}\p{Z}\\]/u;
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

/**
 * Where the query parameter `app-redirect` sends a desktop visitor (specification, section 2; design.md), or null
 * to ignore it. Only absolute addresses on the product's parent domain or a configured origin are followed.
 * @param value the parameter's value, decoded once, or null when it is absent.
 * @returns the address in its normal form (`href`), never the value itself.
 */
export function resolveAppRedirect(value: string | null, allowed: RedirectHosts): string | null {
  const url = value === null ? null : parsePlainUrl(value);
  if (url === null || url.searchParams.has(APP_REDIRECT_PARAMETER)) return null;
  const isAllowed =
    isUnderParentDomain(url, allowed.parentDomain) || isConfiguredOrigin(url, allowed.origins);
  return isAllowed ? url.href : null;
}

/** The address as `new URL` reads it, or null when it is not written plainly enough to be read in one way only. */
function parsePlainUrl(value: string): URL | null {
  const host = ADDRESS_PATTERN.exec(value)?.[1];
  if (host === undefined || value.length > MAX_REDIRECT_LENGTH || FORBIDDEN_PATTERN.test(value)) return null;
  const url = parseUrl(value);
  return url?.hostname === host.toLowerCase() ? url : null;
}

function isUnderParentDomain(url: URL, parentDomain: string | null): boolean {
  if (!parentDomain || url.protocol !== "https:" || url.port !== "") return false;
  const domain = parentDomain.toLowerCase().replace(/^\./, "");
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
}

function isConfiguredOrigin(url: URL, origins: readonly string[]): boolean {
  if (url.protocol !== "https:" && !LOCAL_HOSTS.includes(url.hostname)) return false;
  return origins.some((origin) => parseUrl(origin)?.origin === url.origin);
}
