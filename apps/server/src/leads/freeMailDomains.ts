import domains from "email-providers";

/** Domains of free and throw-away mail providers, in lower case; some eight thousand. */
export const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set(domains);
