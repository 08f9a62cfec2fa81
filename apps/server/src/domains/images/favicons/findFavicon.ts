import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import { drawFavicon } from "./drawFavicon.ts";
import { getPublic, type PublicResponse } from "./getPublic.ts";

/** Total time for the page, its redirects and its icons. */
const TIMEOUT: Milliseconds = 5 * ONE_SECOND;
const MAX_PAGE_BYTES = 256 * 1024;
const MAX_ICON_BYTES = 512 * 1024;
const MAX_REDIRECTS = 3;
/** Icons named by the page that are tried, the largest first. */
const MAX_NAMED = 3;
/** Common icon paths, tried even if the page does not name them. */
const USUAL_PATHS = ["/apple-touch-icon.png", "/favicon.ico"];

const LINK_PATTERN = /<link\s[^<>]*>/gi;
const ATTRIBUTE_PATTERN = /\s(rel|href|sizes)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi;
/** Width that an icon without `sizes` probably has, in pixels. */
const LIKELY_WIDTHS: Readonly<Record<string, number>> = { "apple-touch-icon": 180, icon: 32 };

interface FindOptions {
  get?: typeof getPublic;
  timeout?: Milliseconds;
}

/**
 * Fetches the icon of a website: one that its home page names, or one at a usual path. Nothing is requested from any other host, so redirects
 * and icons elsewhere are not followed.
 * @returns the icon in WebP, as `drawFavicon` draws it; null if the site has none that is usable.
 */
export async function findFavicon(
  host: string,
  { get = getPublic, timeout = TIMEOUT }: FindOptions = {},
): Promise<Buffer | null> {
  const signal = AbortSignal.timeout(timeout);
  const home = new URL(`https://${host}/`);
  const page = await follow(home, (url) => get(url, { maxBytes: MAX_PAGE_BYTES, signal })).catch(() => null);
  const named = page ? iconsOf(page.body.toString("utf8"), page.url).slice(0, MAX_NAMED) : [];
  for (const url of [...named, ...USUAL_PATHS.map((path) => new URL(path, home))]) {
    if (signal.aborted) return null;
    const response = await follow(url, (each) => get(each, { maxBytes: MAX_ICON_BYTES, signal })).catch(
      () => null,
    );
    const icon = response && !response.isCut ? await drawFavicon(response.body) : null;
    if (icon) return icon;
  }
  return null;
}

/** @returns null for any status but 200, and after {@link MAX_REDIRECTS} redirects or one to another host. */
async function follow(
  start: URL,
  get: (url: URL) => Promise<PublicResponse>,
): Promise<(PublicResponse & { url: URL }) | null> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await get(url);
    if (response.status === 200) return { ...response, url };
    const next =
      response.location && URL.canParse(response.location, url.href) && new URL(response.location, url);
    if (response.status < 300 || response.status > 399 || !next || next.origin !== start.origin) return null;
    url = next;
  }
  return null;
}

/** URLs of the icons that a page names on its own host, the largest first. */
function iconsOf(html: string, page: URL): URL[] {
  const icons = [...html.matchAll(LINK_PATTERN)].flatMap(([tag]) => {
    const { rel = "", href = "", sizes = "" } = attributesOf(tag);
    const kind = rel
      .toLowerCase()
      .split(/\s/)
      .find((each) => Object.hasOwn(LIKELY_WIDTHS, each));
    const url = href !== "" && URL.canParse(href, page.href) ? new URL(href, page) : null;
    if (!kind || url?.origin !== page.origin) return [];
    return [{ url, width: Number.parseInt(sizes, 10) || LIKELY_WIDTHS[kind] || 0 }];
  });
  return icons.sort((one, other) => other.width - one.width).map(({ url }) => url);
}

function attributesOf(tag: string): Record<string, string | undefined> {
  const attributes = [...tag.matchAll(ATTRIBUTE_PATTERN)].map(
    ([, name = "", double, single, bare]) => [name.toLowerCase(), double ?? single ?? bare] as const,
  );
  return Object.fromEntries(attributes);
}
