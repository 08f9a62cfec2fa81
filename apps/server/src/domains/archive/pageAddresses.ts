import {
  type ArchiveMoment,
  archiveAddress,
  archiveSrcset,
  archiveStyles,
  srcsetAddresses,
  stylesAddresses,
} from "@marquee/contract";

/** Elements whose URLs affect the page's appearance. Anchors and other `<link>` elements refer to other pages, so they are not included. */
const TAG = /<(?:img|source|video|image|use|link(?=[^<>]*\srel="(?:icon|stylesheet|preload)"))\b[^<>]*>/gi;
const ATTRIBUTE = /(\s(?:src|srcset|imagesrcset|poster|href|xlink:href)=")([^"]*)(")/gi;
/** Up to the end tag, with any attributes, or the end of the document (HTML, section 13.2.5.4). Includes data blocks, such as JSON. */
const SCRIPT = /<script(?=[\s/>])[^>]*(?:$|>[\s\S]*?(?:<\/script(?=[\s/>])[^>]*(?:>|$)|$))/gi;
const NOSCRIPT = /<noscript(?=[\s/>])[\s\S]*?(?:<\/noscript>|$)/gi;
const STYLE = /(<style(?=[\s/>])[^<>]*>)([\s\S]*?)(<\/style>|$)/gi;

/** Callbacks that get each URL, srcset and style sheet of a document and return its replacement. */
interface AddressVisitor {
  address(address: string): string;
  srcset(srcset: string): string;
  styles(css: string): string;
}

/** Path and query of each URL on this site that the document needs for its appearance. Expects React's markup: double quotes, escaped `>`. */
export function pageAddresses(html: string, origin: string): string[] {
  const references: string[] = [];
  const note = (text: string, addresses: readonly string[]) => {
    references.push(...addresses);
    return text;
  };
  visit(html, {
    address: (address) => note(address, [address]),
    srcset: (srcset) => note(srcset, srcsetAddresses(srcset)),
    styles: (css) => note(css, stylesAddresses(css)),
  });
  return ownAddresses(references, origin);
}

/** Rewrites a document's URLs to the archive. Removes scripts, which never run there, and `<noscript>` content, which visitors did not see. */
export function archivePage(html: string, moment: ArchiveMoment): string {
  return visit(html, {
    address: (address) => archiveAddress(address, moment),
    srcset: (srcset) => archiveSrcset(srcset, moment),
    styles: (css) => archiveStyles(css, moment),
  });
}

/** Path and query of the unique URLs on this site. */
function ownAddresses(addresses: readonly string[], origin: string): string[] {
  const siteUrls = addresses
    .filter(
      (address) => (address.startsWith("/") && !address.startsWith("//")) || address.startsWith(`${origin}/`),
    )
    .map((address) => new URL(address, origin))
    .filter((url) => url.origin === origin);
  return [...new Set(siteUrls.map(({ pathname, search }) => pathname + search))];
}

function visit(html: string, visitor: AddressVisitor): string {
  return html
    .replace(SCRIPT, "")
    .replace(NOSCRIPT, "")
    .replace(STYLE, (_whole, open: string, css: string, close: string) => open + visitor.styles(css) + close)
    .replace(TAG, (tag) =>
      tag.replace(ATTRIBUTE, (_whole, before: string, value: string, after: string) => {
        const isSet = /srcset="$/i.test(before);
        const written = decode(value);
        return before + encode(isSet ? visitor.srcset(written) : visitor.address(written)) + after;
      }),
    );
}

function decode(value: string): string {
  return value
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function encode(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
