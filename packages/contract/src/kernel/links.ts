import { parseUrl } from "./url.ts";

/** How a link behaves (specification, section 2). */
export type LinkTarget =
  /** A path of this site, followed without loading a new document. */
  | "route"
  /** A fragment of the page: an ordinary anchor. */
  | "fragment"
  /** Another site, opened in a new tab without opener or referrer. */
  | "external"
  /** Anything else, left to the browser: an absolute URL of this site, `mailto:`, `tel:`, a relative path, an image in a `data:` URL. */
  | "plain"
  /** Would run a script or show a document contained in the link. Must never be rendered. */
  | "unsafe";

/** Characters that browsers remove from a URL before parsing it: leading control characters and spaces, and tabs and line breaks anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the URL standard's own list, https://url.spec.whatwg.org/#concept-basic-url-parser
const IGNORED_PATTERN = /^[\u0000-\u0020]+|[\t\n\r]/g;
/** A link may contain an image (specification, section 5), but not of a kind that can run scripts, as SVG. Content has stricter rules (`linkAddress`). */
const UNSAFE_PATTERN = /^(?:javascript|vbscript|data(?!:image\/(?:png|jpeg|gif|webp|avif)[;,])):/i;
/** `https:…`, and `//host` in all spellings: browsers read a backslash as a slash. */
const WEB_PATTERN = /^(?:https?:|[/\\]{2})/i;

function isOwnHost(address: string, ownHosts: readonly string[]): boolean {
  const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, "");
  const url = parseUrl(address, "https://base.invalid");
  return url !== null && ownHosts.some((ownHost) => withoutWww(ownHost) === withoutWww(url.host));
}

/**
 * How a link to `href` behaves, parsed like in a browser.
 * @param ownHosts hosts of this site, with their port unless it is the default port. A leading `www.` is ignored.
 */
export function linkTarget(href: string, ownHosts: readonly string[]): LinkTarget {
  const address = href.replace(IGNORED_PATTERN, "");
  if (UNSAFE_PATTERN.test(address)) return "unsafe";
  if (WEB_PATTERN.test(address)) return isOwnHost(address, ownHosts) ? "plain" : "external";
  if (address.startsWith("/")) return "route";
  return address.startsWith("#") ? "fragment" : "plain";
}

/** The attributes of a link to `href` besides `href` itself; empty unless it leads to another site. */
export function linkAttributes(
  href: string,
  ownHosts: readonly string[],
): { target?: "_blank"; rel?: "noopener noreferrer" } {
  return linkTarget(href, ownHosts) === "external" ? { target: "_blank", rel: "noopener noreferrer" } : {};
}
