import {
  DEFAULT_IMAGE_QUALITY,
  DEFAULT_IMAGE_SIZES,
  type ImageFormat,
  type ImageQuality,
  imageUrl,
  imageWidths,
} from "@marquee/contract";

interface PictureProps {
  /** A path below `content/images`, or an https URL on a configured host. */
  source: string;
  /** Alternative text; empty for a decorative image. */
  alt: string;
  /** Width of the original in pixels. With `height`, it sets the aspect ratio before the image has loaded. */
  width: number;
  height: number;
  /** Rendered width, in the format of the `sizes` attribute. */
  sizes?: string;
  quality?: ImageQuality;
  /** `eager` for images above the fold. */
  loading?: "lazy" | "eager";
  className?: string;
}

/** A responsive image (specification, section 2): AVIF and WebP in several widths, with PNG or JPEG for browsers that support neither. */
export function Picture(props: PictureProps) {
  const { source, alt, width, height, className } = props;
  const { sizes = DEFAULT_IMAGE_SIZES, quality = DEFAULT_IMAGE_QUALITY, loading = "lazy" } = props;
  const widths = imageWidths(width);
  const srcSet = (format: ImageFormat) =>
    widths.map((each) => `${imageUrl({ source, width: each, quality, format })} ${each}w`).join(", ");
  const fallback: ImageFormat = /\.png$/i.test(source) ? "png" : "jpeg";
  const middle = widths[Math.floor(widths.length / 2)] ?? width;
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet("avif")} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet("webp")} sizes={sizes} />
      <img
        src={imageUrl({ source, width: middle, quality, format: fallback })}
        alt={alt}
        width={width}
        height={height}
        loading={loading}
        decoding="async"
        className={className}
      />
    </picture>
  );
}
