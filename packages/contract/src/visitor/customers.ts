import { emailDomainOf } from "../leads/email.ts";

/** Who counts as a customer already (specification, section 1): three workspaces and 18 company domains by default. */
export interface KnownCustomers {
  /** Workspace ids, as the analytics group id holds them. */
  groupIds: readonly string[];
  /** Company domains (`acme.example`); their subdomains belong to them. */
  domains: readonly string[];
}

/** Audience of a page. Known customers are offered "Log in" instead of sign-up. */
export type Audience = "visitor" | "customer";

/** Cookie of the anonymous id; Segment's name. */
export const ANONYMOUS_ID_COOKIE = "ajs_anonymous_id";
/** Cookie of the analytics group id; Segment's name. */
export const GROUP_ID_COOKIE = "ajs_group_id";
/** Cookie of the signed-in user: JSON with the field `email` (specification, section 3). */
export const USER_COOKIE = "user_id";

/** @returns the e-mail address that the user cookie's text holds, or null for anything else. */
export function emailInUserCookie(text: string | null): string | null {
  try {
    const user: unknown = JSON.parse(text ?? "null");
    const hasEmail = typeof user === "object" && user !== null && "email" in user;
    return hasEmail && typeof user.email === "string" ? user.email : null;
  } catch {
    return null;
  }
}

/** What is known of a visitor; null where nothing is. */
export interface VisitorIdentity {
  groupId: string | null;
  email: string | null;
}

/** Whether a visitor belongs to a known workspace or company (design.md). Blank entries match nobody. */
export function isKnownCustomer(visitor: VisitorIdentity, customers: KnownCustomers): boolean {
  if (visitor.groupId && customers.groupIds.includes(visitor.groupId)) return true;
  const host = visitor.email === null ? null : emailDomainOf(visitor.email);
  return host !== null && customers.domains.some((domain) => belongsTo(host, domain.toLowerCase()));
}

function belongsTo(host: string, domain: string): boolean {
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}
