/** Replacement for a removed value: always the same, so that URLs that differ only in it stay equal. */
export const REDACTED = "REDACTED";

/** Names of query parameters whose values are stored although they look like secrets, as {@link parameterKey} writes them. */
export type KeptParameters = ReadonlySet<string>;

const NONE_KEPT: KeptParameters = new Set();

/**
 * Parameters that grant access or identify a person: in lowercase, without separators. An expression instead of a set, because bundlers keep a filled set in
 * code that does not use it.
 */
const SECRET_NAME =
  /^(?:(?:auth|authorization|oauth|oob|access|verification|confirmation|invite|invitation|reset|pass|user|device|login|email|sms|security|otp)?code|codeverifier|(?:api|access|auth|reset|private|secret|client|license)?key|awsaccesskeyid|keypairid|(?:php|j)?session(?:id)?|(?:php|j|asp)?sess(?:ion)?id|sid|connectsid|auth|authorization|bearer|pin|pwd|passwd|pass|passphrase|jwt|saml(?:response|request)?|assertion|ticket|sig|hmac|t?otp|reset(?:password)?|invit(?:e|ation)(?:id)?|magic(?:link)?|loginlink|(?:user)?e?mail(?:address)?)$/;
/** The same for names such as `reset_token` and `X-Amz-Signature`. */
const SECRET_ENDING = /(?:token|secret|password|signature|credentials?)$/;

/**
 * Quickly rules out most texts: every parameter and email address contains one of these characters, percent-encoded or
 * not.
 */
const POSSIBLE = /[@%=]/;
const SUSPECT =
  /@|%(?:25)*(?:[4-7]|2?%)|(?:token|code|reset|key|sess|sid|auth|pass|pwd|secret|sig|hmac|otp|invit|magic|link|jwt|mail|ticket|saml|assertion|credential|bearer|pin)[^?&#;=]{0,20}(?:[=:]|%(?:25)*3[ad])/i;

const PARAMETER = /([?&#;])([^?&#;=/\s]{1,100})=/g;
const FIRST_PARAMETER = /^()([^?&#;=/\s]{1,100})=/;
/** Characters that end a value: in a URL, and in a text, where quotes and brackets surround URLs. */
const ENDS = { address: /[&#]/, text: /[&#\s"'`<>()]/ };
const PATH_PARAMETER_END = /[/?&#;\s"'`<>()]/;
const COMPONENT = /[^/?&#;=\s]+/g;

const POSITION = /(?::\d{1,8}){1,2}$/;
const MAX_POSITION = 20;

/** An ASCII character, encoded. */
const ENCODED = /^%[0-7][\da-f]$/i;
const WHOLE_ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/|[/?#])\S*$/i;
const USER_INFORMATION = /((?:^|:)\/\/)[^/?#\s"<>`]*@/g;
/** A member of a JSON object with its value, unless that is an object or a list. */
const MEMBER = /("[^"]{1,100}"\s*:\s*)(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)/g;

/** RFC 5321, section 4.5.3.1. */
const MAX_LOCAL_PART = 64;
const MAX_DOMAIN = 255;
const LOCAL_PART = /[^\s@<>"'`()[\]{}=/?&#:;,|\\]/;
const DOMAIN = /^(?:(?:[\p{L}\p{M}\d-]|%[89a-f][\da-f])+\.)+(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})/iu;
/**
 * Endings that look like a domain, but are a version or a file: `react@18.2.0-rc.next`, `logo@2x.png`, `render@vendor.min.js:1:2`. No ending is a top-level
 * domain (as `.zip`, `.mov` and `.map` are), and no part before it can be one, as in `/photos/jane@acme.com.png`. Compatible with RE2.
 */
export const NO_DOMAIN =
  /^(?:\d+\.\d[\p{L}\p{M}\d.-]*|[\p{L}\p{M}\d-]+(?:\.(?:min|bundle|chunk|module|umd|esm|worker|config|\p{L}|[\p{L}\p{M}]*\d[\p{L}\p{M}\d]*))*\.(?:(?:[cm]?[jt]sx?|s?css)(?:\.map)?|json|html?|xml|vue|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|mp[34]|webm|wasm|pdf))$/iu;

type Kind = keyof typeof ENDS;

/**
 * Redacts a URL for storage: removes email addresses anywhere in it, the values of parameters that grant access or identify a person, and a
 * user name with its password, including from members of JSON in it. Also handles repeated encoding. The rest is unchanged.
 * @param address a URL, a path, a query string with or without its question mark, or a fragment.
 * @param keptParameters parameters that keep their values; email addresses are removed anyway.
 */
export function redactUrl(address: string, keptParameters: KeptParameters = NONE_KEPT): string {
  return isSuspect(address) ? redact(address, "address", keptParameters) : address;
}

/** The same for URLs within a text, and for email addresses between them: messages, stacks, names. */
export function redactText(text: string, keptParameters: KeptParameters = NONE_KEPT): string {
  if (!isSuspect(text)) return text;
  return WHOLE_ADDRESS.test(text) ? redactUrl(text, keptParameters) : redact(text, "text", keptParameters);
}

/**
 * Redacts a referrer URL. Of other sites, only origin and path are stored, because their queries are private.
 * @param isOwn whether a host belongs to the site.
 */
export function redactReferrer(
  referrer: string,
  isOwn: (host: string) => boolean,
  keptParameters: KeptParameters = NONE_KEPT,
): string {
  const [, host = ""] = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(referrer) ?? [];
  const isForeign = host !== "" && !isOwn(host.toLowerCase());
  return redactUrl(isForeign ? referrer.replace(/[?#].*$/s, "") : referrer, keptParameters);
}

/** A parameter's name, normalized: without letter case, separators and encoding. Of `user[reset_token]` and `reset_token[0]`, the innermost name. */
export function parameterKey(name: string): string {
  const path = decodeAscii(name)
    .split(/[[\]]/)
    .filter((part) => /\D/.test(part));
  return (path.at(-1) ?? "").toLowerCase().replace(/[^a-z\d]/g, "");
}

/** The text without email addresses. */
export function redactEmailAddresses(text: string): string {
  let redacted = "";
  let end = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const [domain = ""] = DOMAIN.exec(text.slice(at + 1, at + 1 + MAX_DOMAIN)) ?? [];
    const start = startOfLocalPart(text, at, end);
    if (domain === "" || start === at || NO_DOMAIN.test(domain)) continue;
    redacted += text.slice(end, start) + REDACTED;
    end = at + 1 + domain.length;
  }
  return redacted + text.slice(end);
}

function isSuspect(text: string): boolean {
  return POSSIBLE.test(text) && SUSPECT.test(text);
}

function redact(text: string, kind: Kind, keptParameters: KeptParameters): string {
  const withoutSecrets = redactPlain(text, kind, keptParameters);
  const decoded = withoutSecrets.replace(COMPONENT, (component) => redactEncoded(component, keptParameters));
  return redactEmailAddresses(decoded);
}

/** Redacts unencoded parts, except for email addresses. */
function redactPlain(text: string, kind: Kind, keptParameters: KeptParameters): string {
  const redacted = redactParameters(text.replace(USER_INFORMATION, "$1"), kind, keptParameters);
  return kind === "text"
    ? redacted
    : redacted.replace(MEMBER, (member, name: string) =>
        isSecret(name, keptParameters) ? `${name}"${REDACTED}"` : member,
      );
}

function redactParameters(text: string, kind: Kind, keptParameters: KeptParameters): string {
  let redacted = "";
  let end = 0;
  const first = kind === "address" ? FIRST_PARAMETER.exec(text) : null;
  for (const match of [...(first ? [first] : []), ...text.matchAll(PARAMETER)]) {
    const [all, delimiter = "", name = ""] = match;
    const start = match.index + all.length;
    if (match.index < end || !isSecret(name, keptParameters)) continue;
    if (kind === "text" && delimiter === ";" && isAfterWord(text, match.index)) continue;
    const length = text.slice(start).search(delimiter === ";" ? PATH_PARAMETER_END : ENDS[kind]);
    redacted += text.slice(end, start) + REDACTED;
    end = length < 0 ? text.length : start + length;
    if (kind === "text") end -= positionBefore(text, start, end);
  }
  return redacted + text.slice(end);
}

/** Whether a plain word ends here, not a URL or parameter: `Request failed;code=404`. */
function isAfterWord(text: string, end: number): boolean {
  let start = end;
  while (start > 0 && /[^\s/?&#=]/.test(text.charAt(start - 1))) start -= 1;
  return !/[/?&#=]/.test(text.charAt(start - 1));
}

/** Length of line and column, as in stacks, at the end of an address. */
function positionBefore(text: string, start: number, end: number): number {
  const [position = ""] = POSITION.exec(text.slice(Math.max(start, end - MAX_POSITION), end)) ?? [];
  return position.length;
}

/** An encoded part of a URL may be a URL itself. Encodes it again if something was removed. */
function redactEncoded(component: string, keptParameters: KeptParameters): string {
  if (!component.includes("%")) return component;
  const decoded = decodeAscii(component);
  if (decoded === component) return component;
  const redacted = redactEmailAddresses(redactPlain(decoded, "address", keptParameters));
  return redacted === decoded
    ? component
    : redacted.replace(/[^\w.~!*'()%\u0080-\uffff-]/g, encodeURIComponent);
}

/** Decodes ASCII characters until none is encoded, in one pass: whatever a decoded character completes ends with it. */
function decodeAscii(text: string): string {
  const decoded: string[] = [];
  for (const letter of text) {
    decoded.push(letter);
    while (decoded.at(-3) === "%" && ENCODED.test(decoded.slice(-3).join("")))
      decoded.push(String.fromCharCode(Number.parseInt(decoded.splice(-3).join("").slice(1), 16)));
  }
  return decoded.join("");
}

function isSecret(name: string, keptParameters: KeptParameters): boolean {
  const key = parameterKey(name);
  // The second of several: `token2`.
  const counted = key.replace(/\d{1,20}$/, "");
  return !keptParameters.has(key) && (SECRET_NAME.test(counted) || SECRET_ENDING.test(counted));
}

function startOfLocalPart(text: string, at: number, from: number): number {
  let start = at;
  while (start > from && at - start < MAX_LOCAL_PART && LOCAL_PART.test(text.charAt(start - 1))) start -= 1;
  return start;
}
