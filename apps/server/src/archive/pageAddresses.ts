import {
  type ArchiveMoment,
  archiveAddress,
  archiveSrcset,
  archiveStyles,
  srcsetAddresses,
  stylesAddresses,
} from "@marquee/contract";

/** Elements whose URLs affect what the page looks like. Anchors and other links lead to other pages. */
const TAG = /<(?:img|source|video|image|use|link(?=[^<>]*\srel="(?:icon|stylesheet|preload)"))\b[^<>]*>/gi;
const ATTRIBUTE = /(\s(?:src|srcset|imagesrcset|poster|href|xlink:href)=")([^"]*)(")/gi;
/** A script up to its end tag, whatever attributes that has, or to the end of the document (HTML, section 13.2.5.4). Data blocks count too. */
const SCRIPT = /<script(?=[\s/>])[^>]*(?:$|>[\s\S]*?(?:<\/script(?=[\s/>])[^>]*(?:>|$)|$))/gi;
const NOSCRIPT = /<noscript(?=[\s/>])[\s\S]*?(?:<\/noscript>|$)/gi;
const STYLE = /(<style(?=[\s/>])[^<>]*>)([\s\S]*?)(<\/style>|$)/gi;

/** Options for rewriting a document's URLs. */
interface AddressVisitor {
  address(address: string): string;
  srcset(srcset: string): string;
  styles(css: string): string;
}

/** Path and query of the site's own URLs that a document needs to render. React writes the markup: quotes are double, `>` is escaped. */
export function pageAddresses(html: string, origin: string): string[] {
  const found: string[] = [];
  const note = (text: string, addresses: readonly string[]) => {
    found.push(...addresses);
    return text;
  };
  visit(html, {
    address: (address) => note(address, [address]),
    srcset: (srcset) => note(srcset, srcsetAddresses(srcset)),
    styles: (css) => note(css, stylesAddresses(css)),
  });
  return ownAddresses(found, origin);
}

/** A document whose own URLs point to the archive, without scripts, which never run there, and without `<noscript>` content. */
export function archivePage(html: string, moment: ArchiveMoment): string {
  return visit(html, {
    address: (address) => archiveAddress(address, moment),
    srcset: (srcset) => archiveSrcset(srcset, moment),
    styles: (css) => archiveStyles(css, moment),
  });
}

/** Path and query of the site's own URLs, without duplicates. */
function ownAddresses(addresses: readonly string[], origin: string): string[] {
  const own = addresses
    .filter(
      (address) => (address.startsWith("/") && !address.startsWith("//")) || address.startsWith(`${origin}/`),
    )
    .map((address) => new URL(address, origin))
    .filter((url) => url.origin === origin);
  return [...new Set(own.map(({ pathname, search }) => pathname + search))];
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
