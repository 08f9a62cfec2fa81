/** Longest address, part before the at sign, and label of a domain, in characters (RFC 5321, section 4.5.3.1; RFC 1035, section 2.3.4). */
export const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_LABEL = 63;

/** Characters between the dots of the local part: those of RFC 5322, section 3.2.3, and beyond ASCII all but white space and controls (RFC 6531). */
const ATOM = /^[\w!#$%&'*+/=?^`{|}~\u{a1}-\u{10ffff}-]+$/u;
const LABEL = /^[\p{L}\p{M}\p{N}-]+$/u;
const SPACE_OR_INVISIBLE = /[\s\p{C}]/u;

/**
 * Whether all of `text` is an email address: text, at sign, text, dot, text (specification, section 5), in a form that mail
 * servers accept. Quoted local parts and addresses of bare hosts or IP addresses are not accepted. Does not check that the
 * address exists. Takes linear time.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > MAX_EMAIL_LENGTH || SPACE_OR_INVISIBLE.test(text)) return false;
  const [local = "", domain = "", ...rest] = text.split("@");
  if (rest.length > 0 || local.length > MAX_LOCAL_PART_LENGTH) return false;
  const labels = domain.split(".");
  return local.split(".").every((atom) => ATOM.test(atom)) && labels.length > 1 && labels.every(isLabel);
}

function isLabel(label: string): boolean {
  return label.length <= MAX_LABEL && LABEL.test(label) && !label.startsWith("-") && !label.endsWith("-");
}

/** The domain of an email address in lower case. @returns null if `text` is not an email address. */
export function emailDomainOf(text: string): string | null {
  return isEmailAddress(text) ? text.slice(text.indexOf("@") + 1).toLowerCase() : null;
}

/**
 * Whether `address` is a work email address: a valid one whose domain is not a free email provider.
 * @param freeDomains domains of free providers in lower case (`gmail.com`).
 */
export function isWorkEmail(address: string, freeDomains: ReadonlySet<string>): boolean {
  const domain = emailDomainOf(address);
  return domain !== null && !freeDomains.has(domain);
}
