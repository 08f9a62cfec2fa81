import { displayPath, linkTarget } from "@marquee/contract";

/** Schemes that links in content may have. */
const LINK_SCHEMES = ["http", "https", "mailto", "tel", "sms"];
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers remove these characters before they parse a URL.
const IGNORED_PATTERN = /^[\u0000-\u0020]+|[\t\n\r]/g;
const SCHEME_PATTERN = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const DATA_IMAGE_PATTERN = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=]+$/;

/**
 * Validates the URL of a link.
 * @returns the URL, or null if it would run a script, show a document that the link itself contains, or start another program (specification,
 * section 5).
 */
export function linkAddress(written: string | null): string | null {
  const address = written?.replace(IGNORED_PATTERN, "").trimEnd();
  if (!address || linkTarget(address, []) === "unsafe") return null;
  const scheme = SCHEME_PATTERN.exec(address)?.[1]?.toLowerCase();
  const isAllowed = scheme === undefined || LINK_SCHEMES.includes(scheme) || DATA_IMAGE_PATTERN.test(address);
  return isAllowed ? address : null;
}

/**
 * Validates the URL of an image.
 * @returns a path below `content/images` without a leading slash, an https URL or a data URL of an image; null for any other URL.
 */
export function imageAddress(written: string | null): string | null {
  const address = written?.replace(IGNORED_PATTERN, "").trimEnd();
  if (!address) return null;
  if (DATA_IMAGE_PATTERN.test(address) || /^https:\/\/[^/\\@]+\//i.test(address)) return address;
  if (SCHEME_PATTERN.test(address) || /^[/\\]{2}/.test(address) || address.includes("\\")) return null;
  return displayPath(address.replace(/^\/?(?:images\/)?/, "")).normalize("NFC");
}
