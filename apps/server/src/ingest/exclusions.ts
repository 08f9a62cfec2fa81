import "@fastify/cookie";
import { type ExclusionReason, ONE_SECOND, ONE_YEAR } from "@marquee/contract";
import type { Site } from "@marquee/contract/schema";
import { parseCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createAddressCheck } from "../platform/http/addressCheck.ts";

/** Cookie of a browser whose visits are not counted. Anyone can set it, for their own browser only. */
const UNCOUNTED_COOKIE = "marquee_uncounted";
/** Its name over TLS. Browsers that opted out before it had one keep the other. */
const SECURE_NAME = `__Host-${UNCOUNTED_COOKIE}`;

/** Whether the browser that sent these cookies is signed in to the console. Never rejects. */
export type IsSignedIn = (cookies: string | undefined) => Promise<boolean>;

interface ExclusionsOptions {
  isSignedIn: IsSignedIn;
  site: { current(): Pick<Site, "excludedAddresses"> };
}

type Sender = Pick<FastifyRequest, "headers" | "ip">;

/** Creates a function that returns why a sender's events are not stored; null if they are. The IP address is only compared. */
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
function isUncounted(cookies: string | undefined): boolean {
  if (!cookies?.includes(UNCOUNTED_COOKIE)) return false;
  const { [UNCOUNTED_COOKIE]: plain, [SECURE_NAME]: secure } = parseCookie(cookies);
  return (plain ?? secure) !== undefined;
}

/** @param isSecure whether the site is served over TLS. */
export function createUncountedCookie(isSecure: boolean) {
  // `lax` rather than `strict`, so that visits from links on other sites are not counted either.
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;
  return {
    isIn: isUncounted,
    set(reply: FastifyReply, isUncounted: boolean): void {
      const name = isSecure ? SECURE_NAME : UNCOUNTED_COOKIE;
      if (isUncounted) reply.setCookie(name, "1", { ...options, maxAge: ONE_YEAR / ONE_SECOND });
      else for (const each of new Set([name, UNCOUNTED_COOKIE])) reply.clearCookie(each, options);
    },
  };
}
