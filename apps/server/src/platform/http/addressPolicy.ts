import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * The addresses that a URL entered in the console may point to: public ones, also loopback (in development), or also those of private
 * networks. Link-local addresses are never allowed: cloud providers serve credentials there.
 */
export type AddressPolicy = "public" | "loopback" | "private";

const RANGES: Record<AddressPolicy, ReadonlySet<string>> = {
  public: new Set(["unicast"]),
  loopback: new Set(["unicast", "loopback"]),
  private: new Set(["unicast", "loopback", "private", "uniqueLocal", "carrierGradeNat"]),
};
/** A host name as the site's policy and a request can contain it. URLs allow more, such as semicolons and quotes. */
const HOST = /^(?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}$/;
const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** @param address an IP address as text. */
export function isAllowedAddress(address: string, policy: AddressPolicy): boolean {
  const ip = ipaddr.process(address);
  // IPv6 forms that contain an IPv4 address (6to4, NAT64, IPv4-compatible) have their own ranges or start with 96 zero bits.
  if (ip.kind() === "ipv6" && (ip as ipaddr.IPv6).parts.slice(0, 6).every((part) => part === 0))
    return ip.range() === "loopback" && RANGES[policy].has("loopback");
  return RANGES[policy].has(ip.range());
}

/** The IP address that a URL names directly; null if it names a host. */
function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 ? null : bare;
}

/**
 * Checks a URL that someone entered, as far as possible without resolving its host.
 * @returns why it is rejected, as a sentence, or null.
 */
export function problemOfUrl(text: string, policy: AddressPolicy): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    return "Use a URL that starts with https://.";
  const literal = literalAddress(url);
  const isPlain = url.protocol === "http:";
  const mayBePlain = policy === "private" || (policy === "loopback" && LOOPBACK_HOSTS.has(url.hostname));
  if (isPlain && !mayBePlain) return "Use https: without it, the request can be read in transit.";
  if (url.username || url.password) return "Leave user and password out of the URL.";
  if (url.hash) return "Leave out the fragment, from # on.";
  if (literal === null && !HOST.test(url.hostname))
    return "Use a host name of letters, digits, dots and dashes.";
  if (literal !== null && !isAllowedAddress(literal, policy)) return refusalOf(literal);
  return null;
}

/** Why a request to this address is rejected. */
export function refusalOf(address: string): string {
  return `${address} is not a public address. An operator can allow private networks with CONNECTIONS_ALLOW_PRIVATE=true.`;
}
