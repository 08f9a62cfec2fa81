import { Picture } from "../primitives/Picture.tsx";
import type { ContentElementProps } from "./elementStyles.ts";

/** The width of a text column: an image in a text is never wider. */
const SIZES = "(max-width: 799px) calc(100vw - 2.5rem), 44rem";
const STYLE = "h-auto max-w-full rounded-md border border-hairline";

interface TextImageProps {
  /** A path below `content/images`, an https address on a configured host, or an image as data. */
  source: string;
  alt: string;
  width: number;
  height: number;
}

/** An image within a text, in the formats and widths that the server makes of it; one given as data stays as it is. */
export function TextImage({ source, ...image }: TextImageProps) {
  if (source.startsWith("data:"))
    return <img src={source} loading="lazy" {...image} alt={image.alt} className={STYLE} />;
  return <Picture source={source} sizes={SIZES} {...image} className={STYLE} />;
}

/** An image of markdown. */
export function ContentImage({ element }: ContentElementProps) {
  const { src, alt, width, height } = element.attributes ?? {};
  return (
    <TextImage source={String(src)} alt={String(alt ?? "")} width={Number(width)} height={Number(height)} />
  );
}
