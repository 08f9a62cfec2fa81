/**
 * Whether all of `text` has the form of an email address: text, at sign, text, dot, text (specification, section 5),
 * with a single at sign and no white space. Does not check that the address exists. Takes linear time.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.indexOf("@");
  if (at < 1 || at !== text.lastIndexOf("@") || /\s/.test(text)) return false;
  const domain = text.slice(at + 1);
  const dot = domain.indexOf(".", 1);
  return dot > 0 && dot < domain.length - 1;
}

/** The domain of an email address in lower case, without a trailing dot. @returns null if `text` is not an email address. */
export function emailDomainOf(text: string): string | null {
  if (!isEmailAddress(text)) return null;
  return text
    .slice(text.indexOf("@") + 1)
    .toLowerCase()
    .replace(/\.$/, "");
}

/**
 * Whether `address` is a work email address: a valid one whose domain is not a free email provider.
 * @param freeDomains domains of free providers in lower case (`gmail.com`).
 */
export function isWorkEmail(address: string, freeDomains: ReadonlySet<string>): boolean {
  const domain = emailDomainOf(address);
  return domain !== null && !freeDomains.has(domain);
}
