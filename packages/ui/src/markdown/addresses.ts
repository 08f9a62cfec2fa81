import { linkTarget } from "@marquee/contract";

/** Schemes besides the web's own that a written link may have. */
const LINK_SCHEMES = ["http", "https", "mailto", "tel", "sms"];
// biome-ignore lint/suspicious/noControlCharactersInRegex: what browsers leave out of an address before they read it.
const IGNORED_PATTERN = /^[\u0000-\u0020]+|[\t\n\r]/g;
const SCHEME_PATTERN = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const DATA_IMAGE_PATTERN = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=]+$/;

/**
 * @returns the address as a link may have it, or null for what would run a script, show a document made up by the link, or
 * start another program (specification, section 5).
 */
export function linkAddress(written: string | null): string | null {
  const address = written?.replace(IGNORED_PATTERN, "").trimEnd();
  if (!address || linkTarget(address, []) === "unsafe") return null;
  const scheme = SCHEME_PATTERN.exec(address)?.[1]?.toLowerCase();
  return scheme === undefined || LINK_SCHEMES.includes(scheme) ? address : null;
}

/**
 * @returns an image's address: one below `content/images` without a leading slash, https, or an image as data. Null for all else.
 */
export function imageAddress(written: string | null): string | null {
  const address = written?.replace(IGNORED_PATTERN, "").trimEnd();
  if (!address) return null;
  if (DATA_IMAGE_PATTERN.test(address) || /^https:\/\/[^/\\@]+\//i.test(address)) return address;
  if (SCHEME_PATTERN.test(address) || /^[/\\]{2}/.test(address) || address.includes("\\")) return null;
  return address.replace(/^\/?(?:images\/)?/, "");
}
