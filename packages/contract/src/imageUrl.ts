import { DEFAULT_IMAGE_QUALITY } from "./imageSizes.ts";

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
  const query = { source: withoutFragment(source), width: String(width), quality: String(quality), format };
  return `/images?${new URLSearchParams(query)}`;
}

/** An https address without its fragment, which is no part of what a server is asked for (RFC 9110, section 7.1); a path as it is. */
export function withoutFragment(source: string): string {
  return /^https:/i.test(source) ? source.replace(/#[\s\S]*$/, "") : source;
}
