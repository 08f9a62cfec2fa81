import domains from "email-providers/common.json";

/** The most common providers of private mailboxes, so that most learn of it while they type; the server knows them all. */
export const COMMON_FREE_MAIL: ReadonlySet<string> = new Set(domains);
