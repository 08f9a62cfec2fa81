import { altOf } from "@marquee/contract";
import { Picture } from "@marquee/ui";
import { useSite } from "../site/siteContext.tsx";
import { picturesOf } from "./pictures.ts";

/**
 * The page's picture of a live interface, drawn by `npm run screens`, for half of a wide page. Its frame says that its content is a sample.
 * Dark pages show the dark one if it has the same shape.
 */
export function Screen() {
  const { path, locale, images } = useSite();
  const [source, darkSource] = picturesOf(path);
  const image = source === undefined ? undefined : images[source];
  if (source === undefined || !image) return null;
  const { version, file } = image;
  const dark = darkSource === undefined ? undefined : images[darkSource];
  const isAlike = dark?.file.width === file.width && dark.file.height === file.height;
  return (
    <Picture
      source={source}
      version={version}
      dark={isAlike && darkSource !== undefined ? { source: darkSource, version: dark.version } : undefined}
      alt={altOf(image, locale)}
      width={file.width}
      height={file.height}
      className="h-auto w-full rounded-lg border border-hairline bg-surface shadow-float"
    />
  );
}
