import {
  type Audience,
  GROUP_ID_COOKIE,
  isRecognisedCustomer,
  type RecognisedCustomers,
  USER_COOKIE,
} from "@marquee/contract";

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
    const identity = { groupId: readCookie(cookies, GROUP_ID_COOKIE), email: readEmail(cookies) };
    return {
      isBannerHidden: readCookie(cookies, bannerCookie) !== null,
      audience: isRecognisedCustomer(identity, customers) ? "customer" : "visitor",
    };
  };
}

/** The user cookie holds `{"email": …}` (specification, section 3). */
function readEmail(cookies: string): string | null {
  try {
    const user: unknown = JSON.parse(readCookie(cookies, USER_COOKIE) ?? "null");
    const hasEmail = typeof user === "object" && user !== null && "email" in user;
    return hasEmail && typeof user.email === "string" ? user.email : null;
  } catch {
    return null;
  }
}

/** The first cookie of that name, decoded where it is encoded. @returns null when there is none. */
function readCookie(cookies: string, name: string): string | null {
  for (const pair of cookies.split(";")) {
    const separator = pair.indexOf("=");
    if (separator > 0 && pair.slice(0, separator).trim() === name)
      return decode(pair.slice(separator + 1).trim());
  }
  return null;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
