import { emailDomainOf } from "@marquee/contract";

const domains = new Set<string>();

/**
 * Loads the most common free-mail providers, so that most visitors see the error before sending the form; the server has the full list.
 * Until the list has loaded, or if it fails to load, the browser accepts every provider that the server has not rejected.
 */
export function loadCommonFreeMail(): void {
  import("email-providers/common.json").then(
    ({ default: list }) => {
      for (const domain of list) domains.add(domain);
    },
    () => undefined,
  );
}

/** Adds the provider of an email address that the server rejected. */
export function addFreeMail(email: string): void {
  const domain = emailDomainOf(email.trim());
  if (domain) domains.add(domain);
}

/** Free-mail domains known so far, in lowercase. */
export function freeMailDomains(): ReadonlySet<string> {
  return domains;
}
