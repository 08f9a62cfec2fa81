import { type FocalPoint, formatBytes, type ImageFile, type ImageItem, type Json } from "@marquee/contract";

const FORMATS = { png: "PNG", jpeg: "JPEG", webp: "WebP", avif: "AVIF", gif: "GIF", other: "Other" } as const;

/** "1600 × 752 pixels, PNG, 61 KB". */
export function fileText({ width, height, format, bytes }: ImageFile): string {
  return `${width} × ${height} pixels, ${FORMATS[format]}, ${formatBytes(bytes)}`;
}

/** "25% from the left, 50% from the top". */
export function pointText({ x, y }: FocalPoint): string {
  return `${Math.round(x * 100)}% from the left, ${Math.round(y * 100)}% from the top`;
}

/** The value of an image's field, or an image as a whole, in words; null for any other value. */
export function imageValueText(value: Json): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  if ("hash" in value) return fileText(value as ImageFile);
  if ("x" in value && "y" in value) return pointText(value as FocalPoint);
  if (!("focalPoint" in value)) return null;
  const { file, alt } = value as ImageItem;
  return [fileText(file), ...Object.values(alt).filter(Boolean)].join("\n");
}

/** Name of an image by the key of its item. */
export function imageName(key: string): string {
  return key.replace(/^image:/, "");
}
