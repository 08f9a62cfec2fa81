import { Picture } from "../media/Picture.tsx";
import type { ContentElementProps } from "./ContentNodes.tsx";

/** The width of a text column: an image in a text is never wider. */
const SIZES = "(max-width: 799px) calc(100vw - 2.5rem), 44rem";
const STYLE = "h-auto max-w-full rounded-md border border-hairline";

/** An image of the text, in the formats and widths that the server makes of it; one given as data stays as it is. */
export function ContentImage({ element }: ContentElementProps) {
  const { src, alt, width, height } = element.attributes ?? {};
  const source = String(src);
  const image = { alt: String(alt ?? ""), width: Number(width), height: Number(height), className: STYLE };
  if (source.startsWith("data:")) return <img src={source} loading="lazy" {...image} alt={image.alt} />;
  return <Picture source={source} sizes={SIZES} {...image} />;
}
