/** Widths in CSS pixels at which layouts change and for which images are made (specification, section 9). */
export const BREAKPOINTS = [500, 600, 800, 1200, 1600] as const;

/** How wide an image shows: the whole window below 900 px, half of it otherwise (specification, section 2). */
export const DEFAULT_IMAGE_SIZES = "(max-width: 899px) 100vw, 50vw";
/** Quality of an encoded image, 1 to 100 (specification, section 9). */
export const DEFAULT_IMAGE_QUALITY = 50;

/** The widest image that is served, in pixels: the last breakpoint on a screen of double density. */
const MAX_IMAGE_WIDTH = 2 * Math.max(...BREAKPOINTS);

/**
 * The widths in which an image is served, in pixels, rising: the breakpoints below its own width, and its own
 * width, which is never exceeded and never more than 3200.
 * @param intrinsicWidth the source's own width in pixels, a whole number from 1.
 * @throws RangeError for any other number.
 */
export function imageWidths(intrinsicWidth: number): number[] {
  if (!Number.isSafeInteger(intrinsicWidth) || intrinsicWidth < 1) {
    throw new RangeError(`An image's width must be a whole number of at least 1, not ${intrinsicWidth}.`);
  }
  const widest = Math.min(intrinsicWidth, MAX_IMAGE_WIDTH);
  return [...BREAKPOINTS.filter((each) => each < widest), widest];
}

/** Formats that the image pipeline writes, best compressed first. */
export const IMAGE_FORMATS = ["avif", "webp", "jpeg", "png"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** Qualities that the image pipeline encodes with: a fixed list, so that one image has a bounded number of renditions. */
export const IMAGE_QUALITIES = [DEFAULT_IMAGE_QUALITY, 75] as const;
export type ImageQuality = (typeof IMAGE_QUALITIES)[number];

export interface ImageRequest {
  /** A path below `content/images` (`guide/board.png`), or an https address that a page uses, on a configured host. */
  source: string;
  /** Pixels; the image keeps its proportions. */
  width: number;
  quality: ImageQuality;
  format: ImageFormat;
}

/** Address of one rendition of an image, as the server's `/images` route reads it. */
export function imageUrl({ source, width, quality, format }: ImageRequest): string {
  const query = { source: stripFragment(source), width: String(width), quality: String(quality), format };
  return `/images?${new URLSearchParams(query)}`;
}

/** An https address without its fragment, which is no part of what a server is asked for (RFC 9110, section 7.1); a path as it is. */
export function stripFragment(source: string): string {
  return /^https:/i.test(source) ? source.replace(/#[\s\S]*$/, "") : source;
}
