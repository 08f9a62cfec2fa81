import { Picture } from "@marquee/ui";
import type { ContentElementProps } from "./elementStyles.ts";

/** Width of the text column, which is the maximum width of an image. */
const SIZES = "(max-width: 799px) calc(100vw - 2.5rem), 44rem";
const STYLE = "h-auto max-w-full rounded-md border border-hairline";

interface TextImageProps {
  /** A path below `content/images`, an https URL on a configured host, or a data URL. */
  source: string;
  /** Identifies the bytes of an image below `content/images`. */
  version?: string | undefined;
  alt: string;
  width: number;
  height: number;
}

/** An image in a text, in the formats and widths that the server generates. A data URL is used unchanged. */
export function TextImage({ source, version, ...image }: TextImageProps) {
  if (source.startsWith("data:"))
    return <img src={source} loading="lazy" {...image} alt={image.alt} className={STYLE} />;
  return <Picture source={source} version={version} sizes={SIZES} {...image} className={STYLE} />;
}

/** An image in markdown. */
export function ContentImage({ element }: ContentElementProps) {
  const { src, version, alt, width, height } = element.attributes ?? {};
  return (
    <TextImage
      source={String(src)}
      version={version === undefined ? undefined : String(version)}
      alt={String(alt ?? "")}
      width={Number(width)}
      height={Number(height)}
    />
  );
}
