import type { ExclusionReason } from "@marquee/contract";
import type { Site } from "@marquee/contract/schema";
import { parseCookie } from "cookie";
import type { FastifyRequest } from "fastify";
import type { IsSignedIn } from "../accounts/signedInBrowsers.ts";
import { createAddressCheck } from "../http/addressCheck.ts";

/** Cookie of a browser whose visits are not counted. Anyone can set it, for their own browser only. */
export const UNCOUNTED_COOKIE = "marquee_uncounted";

interface ExclusionsOptions {
  isSignedIn: IsSignedIn;
  site: { current(): Pick<Site, "excludedAddresses"> };
}

type Sender = Pick<FastifyRequest, "headers" | "ip">;

/** Creates a function that says why a sender's events are not stored; null if they are. The IP address is compared and goes no further. */
export function createExclusions({ isSignedIn, site }: ExclusionsOptions) {
  const isListed = createAddressCheck(() => site.current().excludedAddresses);
  return async ({ headers, ip }: Sender): Promise<ExclusionReason | null> => {
    if (await isSignedIn(headers.cookie)) return "signed_in";
    if (isUncounted(headers.cookie)) return "opted_out";
    // Segment's server libraries send their key in this header. They send on behalf of visitors, so their address is not the visitor's.
    const isServer = /^basic /i.test(headers.authorization ?? "");
    return !isServer && isListed(ip) ? "address" : null;
  };
}

/** Whether these cookies are those of a browser whose visits are not counted. */
export function isUncounted(cookies: string | undefined): boolean {
  if (!cookies?.includes(UNCOUNTED_COOKIE)) return false;
  return parseCookie(cookies)[UNCOUNTED_COOKIE] !== undefined;
}
