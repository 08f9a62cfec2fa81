import { emailDomainOf } from "@marquee/contract";

const domains = new Set<string>();

/**
 * Fetches the most common providers of private mailboxes, so that most people learn of it while they type; the server knows
 * them all. Until they are here, and if they never come, no address is at such a provider.
 */
export function loadCommonFreeMail(): void {
  import("email-providers/common.json").then(
    ({ default: list }) => {
      for (const domain of list) domains.add(domain);
    },
    () => undefined,
  );
}

/** Remembers the provider of an address that the server has refused. */
export function addFreeMail(email: string): void {
  const domain = emailDomainOf(email.trim());
  if (domain) domains.add(domain);
}

/** Domains known so far, in lower case. */
export function freeMailDomains(): ReadonlySet<string> {
  return domains;
}
