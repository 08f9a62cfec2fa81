import {
  type Audience,
  emailInUserCookie,
  GROUP_ID_COOKIE,
  isKnownCustomer,
  isPrivacyRestricted,
  type KnownCustomers,
  USER_COOKIE,
} from "@marquee/contract";
import { parseCookie } from "cookie";
import type { FastifyRequest } from "fastify";
import type { Countries } from "./countries.ts";

/** Properties of a request that change the page. */
export interface Visitor {
  isBannerHidden: boolean;
  audience: Audience;
  isPrivacyRestricted: boolean;
}

interface VisitorOptions {
  countries: Countries;
  bannerCookie: string;
  customers: KnownCustomers;
}

type VisitorRequest = Pick<FastifyRequest, "headers" | "ip">;

/** Whether the browser sent Global Privacy Control (https://www.w3.org/TR/gpc/). */
export function hasPrivacyControl({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return headers["sec-gpc"] === "1";
}

const STRANGER = { isBannerHidden: false, audience: "visitor" } as const;

/**
 * Creates a function that reads a visitor from one request. Clients can forge these properties, so they only decide how a page looks and
 * whether to ask before measuring. The IP address is looked up but not stored.
 */
export function createVisitorReader(options: VisitorOptions): (request: VisitorRequest) => Visitor {
  const { countries } = options;
  const readCookies = createCookieReader(options);
  return (request) => ({
    ...readCookies(request.headers.cookie),
    isPrivacyRestricted: hasPrivacyControl(request) || isPrivacyRestricted(countries.codeOf(request.ip)),
  });
}

function createCookieReader({ bannerCookie, customers }: VisitorOptions) {
  return (cookies: string | undefined): Omit<Visitor, "isPrivacyRestricted"> => {
    if (!cookies) return STRANGER;
    const { [bannerCookie]: banner, ...otherCookies } = parseCookie(cookies);
    const email = emailInUserCookie(otherCookies[USER_COOKIE] ?? null);
    const identity = { groupId: otherCookies[GROUP_ID_COOKIE] ?? null, email };
    return {
      isBannerHidden: banner !== undefined,
      audience: isKnownCustomer(identity, customers) ? "customer" : "visitor",
    };
  };
}
