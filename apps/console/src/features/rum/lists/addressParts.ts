import { parseUrl } from "@marquee/contract";

/** Path and host of an address; what is none is a path as it stands. */
export function addressParts(address: string): { path: string; host: string } {
  const host = parseUrl(address)?.host ?? "";
  const start = address.indexOf(host) + host.length;
  return host === "" ? { path: address, host } : { path: address.slice(start) || "/", host };
}
