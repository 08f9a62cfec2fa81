import "@fastify/cookie";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import { parseCookie } from "cookie";
import type { FastifyReply } from "fastify";

/**
 * Marks a browser in which someone is signed in to the console. It grants nothing: documents of the site leave out tools that run scripts, which would
 * otherwise have the console's power there. Anyone can forge it, for their own browser only.
 */
export interface StaffCookie {
  set(reply: FastifyReply, lifetime: Milliseconds): void;
  clear(reply: FastifyReply): void;
  /** Whether these cookies include it, with any value. */
  isIn(cookies: string | undefined): boolean;
}

/** @param isSecure whether the site is served over TLS; the `__Host-` cookie prefix requires it. */
export function createStaffCookie(isSecure: boolean): StaffCookie {
  const name = isSecure ? "__Host-marquee_staff" : "marquee_staff";
  // `lax` rather than `strict`, so that it is sent on visits from another site. Scripts of the site must not be able to remove it.
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;
  return {
    set: (reply, lifetime) => void reply.setCookie(name, "1", { ...options, maxAge: lifetime / ONE_SECOND }),
    clear: (reply) => void reply.clearCookie(name, options),
    isIn: (cookies) => (cookies?.includes(name) ? parseCookie(cookies)[name] !== undefined : false),
  };
}
