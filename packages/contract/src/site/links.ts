import { parseUrl } from "../url.ts";

/** How a link behaves (specification, section 2). */
export type LinkTarget =
  /** A path of this site: followed without a new document. */
  | "route"
  /** A place on the page: an ordinary anchor. */
  | "fragment"
  /** Another site: a new tab that knows nothing of this one. */
  | "external"
  /** Anything else, left to the browser: this site's own host written out, `mailto:`, `tel:`, a relative path. */
  | "plain"
  /** Would run a script or show a document made up by the link: never to be rendered. */
  | "unsafe";

/** What browsers drop from an address before they read it: control characters before it, tabs and line breaks anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the URL standard's own list, https://url.spec.whatwg.org/#concept-basic-url-parser
const IGNORED_PATTERN = /^[\u0000-\u0020]+|[\t\n\r]/g;
const UNSAFE_PATTERN = /^(?:javascript|vbscript|data):/i;
/** `https:…`, and `//host` in all its spellings: browsers read a backslash as a slash. */
const WEB_PATTERN = /^(?:https?:|[/\\]{2})/i;

function isOwnHost(address: string, ownHosts: readonly string[]): boolean {
  const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, "");
  const url = parseUrl(address, "https://base.invalid");
  return url !== null && ownHosts.some((own) => withoutWww(own) === withoutWww(url.host));
}

/**
 * How the link `href` behaves, read as a browser reads it.
 * @param ownHosts hosts of this site, with their port if it is not the usual one; `www.` makes no difference.
 */
export function linkTarget(href: string, ownHosts: readonly string[]): LinkTarget {
  const address = href.replace(IGNORED_PATTERN, "");
  if (UNSAFE_PATTERN.test(address)) return "unsafe";
  if (WEB_PATTERN.test(address)) return isOwnHost(address, ownHosts) ? "plain" : "external";
  if (address.startsWith("/")) return "route";
  return address.startsWith("#") ? "fragment" : "plain";
}

/** The attributes that a link to `href` carries besides `href` itself; none unless it leads to another site. */
export function linkAttributes(
  href: string,
  ownHosts: readonly string[],
): { target?: "_blank"; rel?: "noopener noreferrer" } {
  return linkTarget(href, ownHosts) === "external" ? { target: "_blank", rel: "noopener noreferrer" } : {};
}
