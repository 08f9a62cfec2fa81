import { type AddressRule, parseUrl } from "@marquee/contract";
import { redactEmail } from "./redactEmail.ts";

/** @returns the address as it may be kept and sent. */
export type FilterAddress = (address: string) => string;

/**
 * Addresses as recordings may tell them (specification, section 5): of one that matches a rule path and query are the rule's replacement, its
 * fragment goes, the first rule that matches counts; e-mail values are redacted in all.
 * @param rules patterns of whole addresses, a star for any stretch; what comes from outside has been checked
 * @param base whole address that relative ones are looked at from; they stay relative where no rule matches
 */
export function createAddressFilter(rules: readonly AddressRule[], base: () => string): FilterAddress {
  const compiled = rules.map(({ pattern, replacement }) => ({
    matcher: compilePattern(pattern),
    replacement,
  }));
  return (address) => {
    if (compiled.length === 0) return redactEmail(address);
    const url = parseUrl(address, base());
    const rule = url && compiled.find(({ matcher }) => matcher.test(url.href));
    return redactEmail(rule ? (parseUrl(rule.replacement, url.origin)?.href ?? "") : address);
  };
}

/** A pattern of the console: all of an address, a star for any stretch of it. */
export function compilePattern(pattern: string): RegExp {
  const stretches = pattern.split("*").map((text) => text.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${stretches.join(".*")}$`, "s");
}
