import { parseUrl } from "../kernel/url.ts";

/** Archive routes for the console. They require a session. */
export const ARCHIVE_PATH = "/console/archive";

/** Path of the page as it was served under `version`, the value of its {@link PAGE_VERSION_HEADER}. */
export function archivedPagePath(version: string): string {
  return `${ARCHIVE_PATH}/pages/${encodeURIComponent(version)}`;
}

/**
 * Path of a file in its version at a time. The timestamp comes first, so that relative URLs in a style sheet resolve to the same
 * time.
 * @param address path and query of the file, starting with a slash.
 * @param at milliseconds since the epoch.
 */
export function archivedFilePath(address: string, at: number): string {
  return `${ARCHIVE_PATH}/files/${Math.trunc(at)}${address}`;
}

export interface ArchiveMoment {
  /** Origin of the site. Files of other origins are not archived. */
  origin: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * Rewrites a URL to point to the archive.
 * @param url absolute, or relative to the site's root. URLs relative to a file stay unchanged, because they resolve
 * next to that file in the archive.
 * @returns the archive URL, or `url` unchanged if it is not a URL of the site's own files.
 */
export function archiveAddress(url: string, { origin, at }: ArchiveMoment): string {
  const isOwn = url.startsWith("/") ? !url.startsWith("//") : url.startsWith(`${origin}/`);
  const parsed = isOwn ? parseUrl(url, origin) : null;
  // Rewriting is idempotent: URLs that already point to the archive stay unchanged.
  if (parsed?.origin !== origin || parsed.pathname.startsWith(`${ARCHIVE_PATH}/`)) return url;
  return archivedFilePath(parsed.pathname + parsed.search, at) + parsed.hash;
}

/** Lengths are limited, because recordings contain text that anyone may have written. Longer URLs are data URLs and need no rewriting. */
const CSS_URL =
  /url\(\s{0,20}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^"')\s]{0,2000}))\s{0,20}\)|(@import\s{1,20})(?:"([^"]{0,2000})"|'([^']{0,2000})')/gi;

/** Every URL in CSS text, as written there. */
export function stylesAddresses(css: string): string[] {
  return [...css.matchAll(CSS_URL)].map(cssAddress).filter((address) => address !== "");
}

/** Rewrites the URLs in CSS text to point to the archive. All other text is preserved exactly. */
export function archiveStyles(css: string, moment: ArchiveMoment): string {
  return css.replace(CSS_URL, (whole, ...groups) => {
    const address = cssAddress([whole, ...groups]);
    const archived = archiveAddress(address, moment);
    return archived === address ? whole : whole.replace(address, () => archived);
  });
}

function cssAddress(match: readonly (string | undefined)[]): string {
  return match[1] ?? match[2] ?? match[3] ?? match[5] ?? match[6] ?? "";
}

/** Every URL in a `srcset`. */
export function srcsetAddresses(srcset: string): string[] {
  return splitSrcset(srcset).flatMap(({ text, isAddress }) => (isAddress ? [text] : []));
}

/** Rewrites the URLs in a `srcset` to point to the archive. */
export function archiveSrcset(srcset: string, moment: ArchiveMoment): string {
  const parts = splitSrcset(srcset);
  return parts.map(({ text, isAddress }) => (isAddress ? archiveAddress(text, moment) : text)).join("");
}

interface SrcsetPart {
  text: string;
  isAddress: boolean;
}

/**
 * Splits a `srcset` into consecutive parts. URLs end at white space, or at commas before it; descriptors end at a comma
 * (HTML, section 4.8.4.2.1).
 */
function splitSrcset(srcset: string): SrcsetPart[] {
  const parts: SrcsetPart[] = [];
  let isAddressNext = true;
  for (const word of srcset.split(/(\s+|(?<!,),+(?=\s|$))/)) {
    const comma = isAddressNext ? -1 : word.indexOf(",");
    const isBetween = /^(?:\s|,+$|$)/.test(word);
    if (isBetween) {
      parts.push({ text: word, isAddress: false });
      if (word.startsWith(",")) isAddressNext = true;
    } else if (isAddressNext) {
      parts.push({ text: word, isAddress: true });
      isAddressNext = false;
    } else if (comma < 0) {
      parts.push({ text: word, isAddress: false });
    } else {
      parts.push({ text: word.slice(0, comma + 1), isAddress: false });
      parts.push({ text: word.slice(comma + 1), isAddress: true });
      isAddressNext = false;
    }
  }
  return parts;
}
