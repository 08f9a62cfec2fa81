import {
  DEFAULT_IMAGE_QUALITY,
  DEFAULT_IMAGE_SIZES,
  formatWidths,
  type ImageFormat,
  type ImageQuality,
  imageUrl,
} from "@marquee/contract";

interface PictureProps {
  /** A path below `content/images`, or an https URL on a configured host. */
  source: string;
  /** Identifies the bytes of an image below `content/images`, so that its URL changes with them. */
  version?: string | undefined;
  /** The same image for dark pages, in the same size. */
  dark?: { source: string; version?: string | undefined } | undefined;
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

type ShownImage = Pick<PictureProps, "source" | "version">;

/** Offered first, best compression first. */
const MODERN_FORMATS = ["avif", "webp"] as const;

/** A responsive image (specification, section 2): AVIF and WebP in several widths, with PNG or JPEG for browsers that support neither. */
export function Picture(props: PictureProps) {
  const { source, version, dark, alt, width, height, className } = props;
  const { sizes = DEFAULT_IMAGE_SIZES, quality = DEFAULT_IMAGE_QUALITY, loading = "lazy" } = props;
  const widthsIn = (format: ImageFormat) => formatWidths(format, { width, height });
  const srcSet = (image: ShownImage, format: ImageFormat) =>
    widthsIn(format)
      .map((each) => `${imageUrl({ ...image, width: each, quality, format })} ${each}w`)
      .join(", ");
  const sourcesOf = (image: ShownImage, media?: string) =>
    MODERN_FORMATS.filter((format) => widthsIn(format).length > 0).map((format) => (
      <source
        key={image.source + format}
        type={`image/${format}`}
        media={media}
        srcSet={srcSet(image, format)}
        sizes={sizes}
      />
    ));
  const isPng = /\.png$/i.test(source) || widthsIn("jpeg").length === 0;
  const fallback: ImageFormat = isPng ? "png" : "jpeg";
  const widths = widthsIn(fallback);
  const middle = widths[Math.floor(widths.length / 2)] ?? width;
  return (
    <picture>
      {dark && sourcesOf(dark, "(prefers-color-scheme: dark)")}
      {sourcesOf({ source, version })}
      <img
        src={imageUrl({ source, version, width: middle, quality, format: fallback })}
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
