import { emailDomainOf } from "../kernel/email.ts";

/**
 * Which visitors count as known customers (specification, section 1). By default none: visitors of these companies are excluded from traffic and
 * experiments, so the owner defines them. `.env.example` has three workspaces and 18 domains as an example.
 */
export interface KnownCustomers {
  /** Workspace IDs, as stored in the analytics group ID. */
  groupIds: readonly string[];
  /** Company domains (`acme.example`). Each includes its subdomains. */
  domains: readonly string[];
}

/** Audience of a page. Known customers see "Log in" instead of sign-up. */
export type Audience = "visitor" | "customer";

/** Cookie with the anonymous ID, named by Segment. */
export const ANONYMOUS_ID_COOKIE = "ajs_anonymous_id";
/** Cookie with the secret that the anonymous ID is derived from; see `visitorIdOf`. */
export const VISITOR_SECRET_COOKIE = "marquee_visitor";
/** Cookie with the user ID, named by Segment. */
export const USER_ID_COOKIE = "ajs_user_id";
/** Cookie with the analytics group ID, named by Segment. */
export const GROUP_ID_COOKIE = "ajs_group_id";
/** Cookie with the signed-in user: JSON with the property `email` (specification, section 3). */
export const USER_COOKIE = "user_id";

/** Reads the email address from the user cookie's text. @returns null if it contains none or is malformed. */
export function emailInUserCookie(text: string | null): string | null {
  try {
    const user: unknown = JSON.parse(text ?? "null");
    const hasEmail = typeof user === "object" && user !== null && "email" in user;
    return hasEmail && typeof user.email === "string" ? user.email : null;
  } catch {
    return null;
  }
}

/** A visitor's identity according to cookies; null if unknown. */
export interface VisitorIdentity {
  groupId: string | null;
  email: string | null;
}

/** Whether a visitor belongs to a known workspace or company (design.md). Blank entries match no visitor. */
export function isKnownCustomer(visitor: VisitorIdentity, customers: KnownCustomers): boolean {
  if (visitor.groupId && customers.groupIds.includes(visitor.groupId)) return true;
  const host = visitor.email === null ? null : emailDomainOf(visitor.email);
  return host !== null && customers.domains.some((domain) => belongsTo(host, domain.toLowerCase()));
}

function belongsTo(host: string, domain: string): boolean {
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}
