/**
 * Whether `text` as a whole reads as an e-mail address: text, at sign, text, dot, text (specification, section 5),
 * with one at sign and no white space. It says nothing about whether the address exists. Takes linear time.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.indexOf("@");
  if (at < 1 || at !== text.lastIndexOf("@") || /\s/.test(text)) return false;
  const domain = text.slice(at + 1);
  const dot = domain.indexOf(".", 1);
  return dot > 0 && dot < domain.length - 1;
}

/** The domain of an e-mail address in lower case, without a dot at its end, or null when `text` is none. */
export function emailDomainOf(text: string): string | null {
  if (!isEmailAddress(text)) return null;
  return text
    .slice(text.indexOf("@") + 1)
    .toLowerCase()
    .replace(/\.$/, "");
}

/**
 * Whether `address` is an e-mail address at work: its domain is not that of a free mail provider.
 * @param freeDomains domains of free providers, in lower case (`gmail.com`).
 */
export function isWorkEmail(address: string, freeDomains: ReadonlySet<string>): boolean {
  const domain = emailDomainOf(address);
  return domain !== null && !freeDomains.has(domain);
}
