import {
  type Audience,
  emailInUserCookie,
  GROUP_ID_COOKIE,
  isRecognisedCustomer,
  type RecognisedCustomers,
  USER_COOKIE,
} from "@marquee/contract";
import { parseCookie } from "cookie";

/** What a visitor's cookies say that changes the page. */
export interface Visitor {
  isBannerHidden: boolean;
  audience: Audience;
}

interface VisitorOptions {
  bannerCookie: string;
  customers: RecognisedCustomers;
}

const STRANGER: Visitor = { isBannerHidden: false, audience: "visitor" };

/** @returns a function that reads a `Cookie` header. Nothing in it is trusted with more than a page's looks. */
export function createVisitorReader(options: VisitorOptions): (cookies: string | undefined) => Visitor {
  const { bannerCookie, customers } = options;
  return (cookies) => {
    if (!cookies) return STRANGER;
    const { [bannerCookie]: banner, ...known } = parseCookie(cookies);
    const email = emailInUserCookie(known[USER_COOKIE] ?? null);
    const identity = { groupId: known[GROUP_ID_COOKIE] ?? null, email };
    return {
      isBannerHidden: banner !== undefined,
      audience: isRecognisedCustomer(identity, customers) ? "customer" : "visitor",
    };
  };
}
