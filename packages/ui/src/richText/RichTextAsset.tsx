import { imageAddress } from "../markdown/addresses.ts";
import { TextImage } from "../markdown/ContentImage.tsx";
import { elementStyles } from "../markdown/elementStyles.ts";

interface RichTextAssetProps {
  /** `{ url, width, height, description }`, as `checkRichText` has found them. */
  data: Record<string, unknown>;
}

/** An image embedded in a rich text. */
export function RichTextAsset({ data }: RichTextAssetProps) {
  const source = imageAddress(String(data.url));
  if (source === null) return null;
  const image = { alt: String(data.description), width: Number(data.width), height: Number(data.height) };
  return (
    <div className={elementStyles("figure")}>
      <TextImage source={source} {...image} />
    </div>
  );
}
