import { lookup as resolve } from "node:dns";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

export interface PublicResponse {
  status: number;
  /** URL that a redirect leads to. */
  location: string | undefined;
  body: Buffer;
  /** Whether the body was longer than `maxBytes`; then `body` is its beginning. */
  isCut: boolean;
}

interface GetOptions {
  maxBytes: number;
  /** Aborts the request. */
  signal: AbortSignal;
  /** Replaced in tests, as is `lookup`. */
  request?: typeof httpsRequest;
  lookup?: LookupFunction;
}

/** Sent with each request; a name, so that owners of other sites can identify the sender. */
const HEADERS = {
  "user-agent": "Marquee favicons",
  accept: "text/html, image/*",
  "accept-encoding": "identity",
};

/**
 * Requests a URL whose host someone else chose, over HTTPS and from public addresses only. It connects to the address that was checked,
 * so a name that resolves differently a moment later has no effect. Redirects are not followed.
 * @throws {Error} for any other URL, if the host resolves to an address that is not public, or if the request fails.
 */
export function getPublic(url: URL, options: GetOptions): Promise<PublicResponse> {
  const { maxBytes, signal, request = httpsRequest, lookup = createPublicLookup() } = options;
  // IP addresses are connected to without a lookup, so they must be rejected here.
  const isNamed = isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0;
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || !isNamed)
    return Promise.reject(new Error("Only https URLs with a host name and the default port are requested."));
  return new Promise((settle, reject) => {
    const sent = request(url, { agent: false, headers: HEADERS, lookup, signal }, (response) => {
      readResponse(response, maxBytes).then(settle, reject);
    });
    sent.on("error", reject);
    sent.end();
  });
}

async function readResponse(response: IncomingMessage, maxBytes: number): Promise<PublicResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > maxBytes) break;
  }
  const body = Buffer.concat(chunks).subarray(0, maxBytes);
  const { statusCode = 0, headers } = response;
  return { status: statusCode, location: headers.location, body, isCut: size > maxBytes };
}

/** Resolves host names, and fails if any of their addresses is not public. */
export function createPublicLookup(lookup: typeof resolve = resolve): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const hidden = addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (hidden || !first) return callback(new Error(`${hostname} has no public address.`), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Whether an IP address is on the public internet. IPv4 addresses may be written as IPv6. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const isGlobal = ip.kind() === "ipv4" || ip.match(ipaddr.parseCIDR("2000::/3"));
  return isGlobal && ip.range() === "unicast";
}
