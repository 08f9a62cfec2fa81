import { isIP } from "node:net";
import { isTimeZone } from "@marquee/contract";
import type { SiteEdit } from "@marquee/contract/schema";
import ipaddr from "ipaddr.js";
import { ApiError } from "../../platform/errors/apiError.ts";

/**
 * Checks what the schema cannot, and normalizes hosts and addresses, without duplicates.
 * @param publicHost host of `PUBLIC_URL`, which is added if it is missing.
 * @throws {ApiError} bad_request, naming the first wrong value.
 */
export function checkSite(site: SiteEdit, publicHost: string): SiteEdit {
  if (!isTimeZone(site.timeZone))
    throw new ApiError(
      "bad_request",
      `${site.timeZone} is not a time zone. Use an IANA name such as Europe/Berlin.`,
    );
  const hosts = new Set(site.hosts.map(hostOf));
  return {
    timeZone: site.timeZone,
    weekStart: site.weekStart,
    hosts: [...hosts.add(publicHost)],
    ...(site.excludedAddresses && { excludedAddresses: [...new Set(site.excludedAddresses.map(addressOf))] }),
  };
}

function hostOf(text: string): string {
  const host = text.trim().toLowerCase();
  const url = URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : null;
  if (url?.host !== host)
    throw new ApiError("bad_request", `${text} is not a host. Leave out protocol and path: www.example.com.`);
  return host;
}

/**
 * Normalizes an address or range: single addresses without a prefix length, ranges from their first address.
 */
function addressOf(text: string): string {
  const [address = "", bits, ...rest] = text.trim().split("/");
  const isRange = bits === undefined || /^\d{1,3}$/.test(bits);
  if (isIP(address) === 0 || address.includes("%") || !isRange || rest.length > 0) throw notAnAddress(text);
  const ip = ipaddr.process(address);
  const most = ip.kind() === "ipv6" ? 128 : 32;
  // An IPv4 address can be written as IPv6, but then its prefix length would have a different meaning.
  if (bits === undefined || ip.kind() !== ipaddr.parse(address).kind()) {
    if (bits !== undefined) throw notAnAddress(text);
    return ip.toString();
  }
  const length = Number(bits);
  if (length > most) throw notAnAddress(text);
  if (length === 0)
    throw new ApiError("bad_request", `${text} covers every address, so no visit would be counted.`);
  const first = (ip.kind() === "ipv6" ? ipaddr.IPv6 : ipaddr.IPv4).networkAddressFromCIDR(`${ip}/${length}`);
  return length === most ? first.toString() : `${first}/${length}`;
}

function notAnAddress(text: string): ApiError {
  return new ApiError(
    "bad_request",
    `${text} is not an IP address or range. Use addresses such as 192.0.2.10 or 192.0.2.0/24.`,
  );
}
