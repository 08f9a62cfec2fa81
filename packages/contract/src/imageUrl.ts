/** Formats that the image pipeline writes, best compressed first. */
export const IMAGE_FORMATS = ["avif", "webp", "jpeg", "png"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export interface ImageRequest {
  /** A path below `content/images` (`guide/board.png`), or an https address on a configured host. */
  source: string;
  /** Pixels; the image keeps its proportions. */
  width: number;
  /** 30 to 90, in steps of 5. */
  quality: number;
  format: ImageFormat;
}

/** Address of one rendition of an image, as the server's `/images` route reads it. */
export function imageUrl({ source, width, quality, format }: ImageRequest): string {
  return `/images?${new URLSearchParams({ source, width: String(width), quality: String(quality), format })}`;
}
