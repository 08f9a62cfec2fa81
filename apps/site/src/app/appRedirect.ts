import { APP_REDIRECT_PARAMETER, isDesktop, parseUrl, type SiteSettings } from "@marquee/contract";

/** Allowed targets of an `app-redirect`. */
export interface RedirectHosts {
  /** This site's own origin (`https://trellis.example`); a path leads there. */
  ownOrigin: string;
  /** The product's parent domain (`trellis.example`), allowed with its subdomains over https; null for none. */
  parentDomain: string | null;
  /** Additional origins (`https://app.elsewhere.org:8443`). Plain http is accepted only for `localhost` and `127.0.0.1`. */
  origins: readonly string[];
}

const MAX_REDIRECT_LENGTH = 2048;
const LOCAL_HOSTS: readonly string[] = ["localhost", "127.0.0.1"];
/** Scheme, two slashes, host name and optional port. Rejects user names, brackets, and encoded or non-ASCII characters. */
const ADDRESS_PATTERN = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::[0-9]{1,5})?(?:[/?#]|$)/i;
/** One slash, then nothing that a parser could read as a host: a letter, a digit, a query string or a fragment. */
const PATH_PATTERN = /^\/(?:[a-z0-9?#]|$)/i;
/** Whitespace, control and format characters (line breaks, zero-width and direction marks), and the backslash. */
const FORBIDDEN_PATTERN = /[\s\p{C}\p{Z}\\]/u;
/** Milliseconds before the redirect, so that pending measurement can leave the page (specification, section 9). */
const REDIRECT_DELAY = 100;

/**
 * Redirects desktop visitors to the URL in `?app-redirect=` (specification, section 2) without leaving a history entry.
 * Ignores a URL outside this site, the product's parent domain and the configured origins.
 */
export function startAppRedirect({ publicUrl, cookieDomain, redirectOrigins }: SiteSettings): void {
  if (!isDesktop(navigator.userAgent)) return;
  const target = resolveAppRedirect(new URLSearchParams(location.search).get(APP_REDIRECT_PARAMETER), {
    parentDomain: cookieDomain ?? new URL(publicUrl).hostname,
    origins: [...redirectOrigins, location.origin],
    ownOrigin: location.origin,
  });
  if (target) setTimeout(() => location.replace(target), REDIRECT_DELAY);
}

/**
 * The target of the query parameter `app-redirect` (specification, section 2; design.md), or null to ignore it.
 * Only paths of this site and absolute URLs on the product's parent domain or a configured origin are followed, and none that has an
 * `app-redirect` itself.
 * @param value The parameter's value, decoded once, or null when it is absent.
 * @returns the normalized URL (`href`), never the raw value.
 */
export function resolveAppRedirect(value: string | null, allowed: RedirectHosts): string | null {
  const url =
    value === null ? null : parsePlainUrl(PATH_PATTERN.test(value) ? allowed.ownOrigin + value : value);
  if (url === null || url.searchParams.has(APP_REDIRECT_PARAMETER)) return null;
  const isAllowed =
    isUnderParentDomain(url, allowed.parentDomain) || isConfiguredOrigin(url, allowed.origins);
  return isAllowed ? url.href : null;
}

/** The URL as `new URL` parses it, or null when another parser could read it differently. */
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
