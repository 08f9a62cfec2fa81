let domains: ReadonlySet<string> = new Set();

/**
 * Fetches the most common providers of private mailboxes, so that most people learn of it while they type; the server knows
 * them all. Until they are here, and if they never come, no address is at such a provider.
 */
export function loadCommonFreeMail(): void {
  import("email-providers/common.json").then(
    (list) => {
      domains = new Set(list.default);
    },
    () => undefined,
  );
}

/** Domains known so far, in lower case. */
export function commonFreeMail(): ReadonlySet<string> {
  return domains;
}
