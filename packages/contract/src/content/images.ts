import { BREAKPOINTS } from "../kernel/breakpoints.ts";
import { parseUrl } from "../kernel/url.ts";

/** Displayed width of an image: the full viewport below 900 px, half of it otherwise (specification, section 2). */
export const DEFAULT_IMAGE_SIZES = "(max-width: 899px) 100vw, 50vw";
/** Default encoding quality, 1 to 100 (specification, section 9). */
export const DEFAULT_IMAGE_QUALITY = 50;

/** Maximum width of a served image in pixels: the last breakpoint on a screen with a device pixel ratio of 2. */
const MAX_IMAGE_WIDTH = 2 * Math.max(...BREAKPOINTS);

/**
 * The widths in pixels in which an image is served, ascending: the breakpoints below its own width, then its own width,
 * up to 3200.
 * @param intrinsicWidth the source's own width in pixels, an integer of at least 1.
 * @throws {RangeError} for any other number.
 */
export function imageWidths(intrinsicWidth: number): number[] {
  if (!Number.isSafeInteger(intrinsicWidth) || intrinsicWidth < 1) {
    throw new RangeError(`An image's width must be a whole number of at least 1, not ${intrinsicWidth}.`);
  }
  const widest = Math.min(intrinsicWidth, MAX_IMAGE_WIDTH);
  return [...BREAKPOINTS.filter((each) => each < widest), widest];
}

/** Formats that the image pipeline writes, best compression first. */
export const IMAGE_FORMATS = ["avif", "webp", "jpeg", "png"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** Longest side in pixels of an image in a format: of WebP by RFC 9649, of AVIF and JPEG according to their libraries. */
const MAX_SIDES: Readonly<Record<ImageFormat, number>> = {
  avif: 16_383,
  webp: 16_383,
  jpeg: 65_500,
  png: 2 ** 31 - 1,
};

/**
 * The widths of {@link imageWidths} in which an image can have a format: a long screenshot is too tall for some. Browsers do not fall back to
 * another `<source>` if the one that they chose fails.
 * @param size of the source, in pixels.
 */
export function formatWidths(
  format: ImageFormat,
  { width, height }: { width: number; height: number },
): number[] {
  const longest = MAX_SIDES[format];
  return imageWidths(width).filter((each) => Math.max(each, Math.ceil((height * each) / width)) <= longest);
}

/** Qualities that the image pipeline can encode. The list is fixed to limit the number of renditions per image. */
export const IMAGE_QUALITIES = [DEFAULT_IMAGE_QUALITY, 75] as const;
export type ImageQuality = (typeof IMAGE_QUALITIES)[number];

export interface ImageRequest {
  /** A path below `content/images` (`guide/board.png`), or the https URL of an image on a configured host. */
  source: string;
  /** Names the bytes of the image, see `imageVersion`. Without it, the URL stays when they change. */
  version?: string | undefined;
  /** Width in pixels. The image keeps its aspect ratio. */
  width: number;
  quality: ImageQuality;
  format: ImageFormat;
}

/** URL of one rendition of an image, for the server's `/images` route. */
export function imageUrl({ source, version, width, quality, format }: ImageRequest): string {
  const query = {
    source: stripFragment(source),
    ...(version && { version }),
    width: String(width),
    quality: String(quality),
    format,
  };
  return `/images?${new URLSearchParams(query)}`;
}

/** Removes the fragment of an https URL, since it is not part of a request (RFC 9110, section 7.1). Paths are returned unchanged. */
export function stripFragment(source: string): string {
  return /^https:/i.test(source) ? source.replace(/#[\s\S]*$/, "") : source;
}

/** Width and height of the icon of a link card, in pixels (specification, section 9: link favicon size). */
export const FAVICON_SIZE = 128;
/** Path below which the server sends icons of other sites. */
export const FAVICONS_PATH = "/images/favicons";
/** A host name with a domain, not an IP address. */
const HOST_NAME_PATTERN = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;

/**
 * The host whose icon a link card to `href` shows.
 * @returns null unless it is an https URL with a host name and the default port: the server requests nothing else.
 */
export function faviconHost(href: string): string | null {
  const url = parseUrl(href);
  const isRequested = url?.protocol === "https:" && url.port === "" && HOST_NAME_PATTERN.test(url.hostname);
  return isRequested ? url.hostname : null;
}

/** URL of a site's icon on this server. @param host from {@link faviconHost}. */
export function faviconUrl(host: string): string {
  return `${FAVICONS_PATH}/${host}`;
}
