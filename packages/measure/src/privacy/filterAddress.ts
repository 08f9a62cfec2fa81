import { type AddressRule, compilePattern, parseUrl, redactUrl } from "@marquee/contract";

/** @returns the URL for storing and sending. */
export type FilterAddress = (address: string) => string;

/**
 * Masks URLs for recordings (specification, section 5): the first matching rule replaces path and query, and removes the fragment; email addresses
 * and secrets are removed from all URLs. `mailto:` links keep their address, like the text next to them.
 * @param rules patterns of complete URLs with * as a wildcard; external input is already validated.
 * @param base URL for resolving relative ones, which stay relative if no rule matches
 */
export function createAddressFilter(rules: readonly AddressRule[], base: () => string): FilterAddress {
  const compiled = rules.map(({ pattern, replacement }) => ({
    matches: compilePattern(pattern),
    replacement,
  }));
  return (address) => {
    if (compiled.length === 0) return redact(address);
    const url = parseUrl(address, base());
    const rule = url && compiled.find(({ matches }) => matches(url.href));
    return redact(rule ? (parseUrl(rule.replacement, url.origin)?.href ?? "") : address);
  };
}

function redact(address: string): string {
  return /^mailto:/i.test(address) ? address : redactUrl(address);
}
