import { formatWidths, type ImageFormat, imageUrl } from "@marquee/contract";
import type { ImageSummary } from "@marquee/contract/schema";

type ThumbnailImage = Pick<ImageSummary, "path" | "version" | "image">;

/** URL of an image in about this width. */
export function imageSource({ path, version, image }: ThumbnailImage, width: number): string {
  const format: ImageFormat = formatWidths("webp", image.file).length > 0 ? "webp" : "png";
  const widths = formatWidths(format, image.file);
  const fitting = widths.find((each) => each >= width) ?? widths.at(-1) ?? image.file.width;
  return imageUrl({ source: path, version, width: fitting, quality: 50, format });
}

/** An image cropped to a shape around its focal point. The name next to it says what it is. */
export function Thumbnail({ className, ...cropped }: ThumbnailImage & { className: string }) {
  const { x, y } = cropped.image.focalPoint;
  return (
    <img
      src={imageSource(cropped, 500)}
      alt=""
      loading="lazy"
      decoding="async"
      className={`bg-surface-sunken object-cover ${className}`}
      style={{ objectPosition: `${x * 100}% ${y * 100}%` }}
    />
  );
}
