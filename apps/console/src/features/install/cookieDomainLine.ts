/**
 * The environment variable that lets the site's subdomains share cookies; null if browsers would refuse it, for an IP address or a host without a
 * domain.
 * @param origin of the site.
 */
export function cookieDomainLine(origin: string): string | null {
  const domain = new URL(origin).hostname.replace(/^www\./, "");
  const isDomain = domain.includes(".") && /[a-z]/.test(domain) && !domain.endsWith(".localhost");
  return isDomain ? `COOKIE_DOMAIN=${domain}` : null;
}
