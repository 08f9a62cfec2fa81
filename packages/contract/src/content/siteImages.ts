import type { Json } from "../kernel/json.ts";
import { isLocale, LOCALES, type Locale } from "../kernel/locales.ts";
import { cutText, plainLetters } from "../kernel/text.ts";

/** Formats of originals. No SVG: it is a document that can run scripts. */
export const ORIGINAL_FORMATS = ["png", "jpeg", "webp", "avif", "gif"] as const;
export type OriginalFormat = (typeof ORIGINAL_FORMATS)[number];

/** The file of an image, by its bytes. */
export type ImageFile = {
  /** SHA-256, hex. */
  hash: string;
  /** Size in pixels, with the orientation applied. */
  width: number;
  height: number;
  /** `other` is possible for files of the repository alone. */
  format: OriginalFormat | "other";
  bytes: number;
};

/** A point of an image, from 0 to 1 from its left and top edge. */
export type FocalPoint = { x: number; y: number };

/** An image as an item of content: `image:guide/board.png` is the file `content/images/guide/board.png`. */
export type ImageItem = {
  file: ImageFile;
  /** Alt text for pages that do not define one; empty where it has not been written. */
  alt: Record<Locale, string>;
  /** Whether it adds no information to the text, so that it needs no alternative text. */
  isDecorative: boolean;
  /** Point that stays visible where the image is cropped. */
  focalPoint: FocalPoint;
};

/** An image that pages can show. */
export interface SiteImage extends ImageItem {
  /** Identifies its bytes in URLs. */
  version: string;
}

export const CENTER: FocalPoint = { x: 0.5, y: 0.5 };

/** Folder of the images that the site's own pages show. Browsers get the data of these together with the texts. */
export const BUILT_IN_IMAGES = "screens/";

/** Longest path of an image, and longest alternative text. */
export const MAX_IMAGE_PATH_LENGTH = 120;
export const MAX_ALT_LENGTH = 500;
const NAME_MAX_LENGTH = 60;
const VERSION_LENGTH = 16;

/** Words of any script. */
const PATH_PATTERN =
  /^(?:[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N}._-]*\/){0,5}[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N}._-]*$/u;
const EXTENSIONS: Readonly<Partial<Record<ImageFile["format"], readonly string[]>>> = {
  png: ["png"],
  jpeg: ["jpg", "jpeg"],
  webp: ["webp"],
  avif: ["avif"],
  gif: ["gif"],
};
const ANY_EXTENSION = new Set(Object.values(EXTENSIONS).flat());

/** Whether `path` can name an image: words and folders without a leading dot, and the extension of a known format. */
export function isImagePath(path: string): boolean {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  // Each name has one spelling, independent of the system's Unicode normalization.
  const isOneSpelling = path === path.normalize("NFC");
  return (
    path.length <= MAX_IMAGE_PATH_LENGTH &&
    PATH_PATTERN.test(path) &&
    isOneSpelling &&
    ANY_EXTENSION.has(extension)
  );
}

/**
 * An unused path for an uploaded file: "Team Photo (1).JPG" becomes `team-photo-1.jpg`, "Ünïcode.png" `unicode.png`.
 * @param isTaken whether an image already has a path.
 */
export function imagePathOf(
  fileName: string,
  format: ImageFile["format"],
  isTaken: (path: string) => boolean,
): string {
  const base = fileName.slice(fileName.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  const words = plainLetters(base)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
  const name = cutText(words.join("-"), NAME_MAX_LENGTH) || "image";
  const extension = EXTENSIONS[format]?.[0] ?? format;
  for (let count = 1; ; count += 1) {
    const path = `${name}${count > 1 ? `-${count}` : ""}.${extension}`;
    if (!isTaken(path)) return path;
  }
}

/** The version of an image's bytes in URLs, which changes with the image. */
export function imageVersion({ hash }: Pick<ImageFile, "hash">): string {
  return hash.slice(0, VERSION_LENGTH);
}

/** An image without texts, for a newly added file. */
export function newImage(file: ImageFile): ImageItem {
  const alt = Object.fromEntries(LOCALES.map((locale) => [locale, ""])) as ImageItem["alt"];
  return { file, alt, isDecorative: false, focalPoint: CENTER };
}

/** An image as pages show it. Members have one order, so that equal images have equal JSON, regardless of the store. */
export function siteImageOf({ file, alt, isDecorative, focalPoint }: ImageItem): SiteImage {
  const { hash, width, height, format, bytes } = file;
  return {
    file: { hash, width, height, format, bytes },
    alt: Object.fromEntries(LOCALES.map((locale) => [locale, alt[locale]])) as ImageItem["alt"],
    isDecorative,
    focalPoint: { x: focalPoint.x, y: focalPoint.y },
    version: imageVersion(file),
  };
}

/** An image as an item, without the data that only pages need. */
export function imageItemOf({ file, alt, isDecorative, focalPoint }: ImageItem): ImageItem {
  return { file, alt, isDecorative, focalPoint };
}

/** The alternative text of an image in a language. Empty if it is decorative, or nobody has written it. */
export function altOf(
  { alt, isDecorative }: Pick<ImageItem, "alt" | "isDecorative">,
  locale: Locale,
): string {
  return isDecorative ? "" : alt[locale];
}

/** Why `value` can't be an image, and how to fix it; null if it can. */
export function imageProblem(value: Json): string | null {
  if (!isObject(value)) return "This is not an image.";
  const { file, alt, isDecorative, focalPoint, ...rest } = value;
  if (Object.keys(rest).length > 0 || file === undefined) return "This is not an image.";
  const fields = { file, isDecorative, focalPoint };
  for (const [name, field] of Object.entries(fields)) {
    const problem = imageFieldProblem([name], field ?? null);
    if (problem) return problem;
  }
  if (!isObject(alt) || !LOCALES.every((locale) => Object.hasOwn(alt, locale)))
    return "This image lacks its alternative texts.";
  for (const [locale, text] of Object.entries(alt)) {
    const problem = imageFieldProblem(["alt", locale], text);
    if (problem) return problem;
  }
  return null;
}

/** Why `value` can't be the value of an image's field, and how to fix it; null if it can. */
export function imageFieldProblem(tokens: readonly string[], value: Json): string | null {
  const [name, locale = "", ...more] = tokens;
  if (name === "alt" && isLocale(locale) && more.length === 0) {
    if (typeof value !== "string") return "This must be a text.";
    return value.length > MAX_ALT_LENGTH ? `Use at most ${MAX_ALT_LENGTH} characters.` : null;
  }
  if (tokens.length !== 1) return "This is not a field.";
  if (name === "isDecorative") return typeof value === "boolean" ? null : "This must be a boolean.";
  if (name === "focalPoint") return isPoint(value) ? null : "This must be a point with x and y from 0 to 1.";
  if (name === "file") return isImageFile(value) ? null : "Upload the picture again.";
  return "This is not a field.";
}

function isPoint(value: Json): boolean {
  if (!isObject(value) || Object.keys(value).length !== 2) return false;
  return [value.x, value.y].every((each) => typeof each === "number" && each >= 0 && each <= 1);
}

/** Whether a value describes a file. The server checks whether the file exists. */
export function isImageFile(value: Json | undefined): value is Json & ImageFile {
  if (!isObject(value) || Object.keys(value).length !== 5) return false;
  const { hash, format, width, height, bytes } = value;
  return (
    typeof hash === "string" &&
    /^[0-9a-f]{64}$/.test(hash) &&
    ORIGINAL_FORMATS.some((each) => each === format) &&
    [width, height, bytes].every((each) => Number.isSafeInteger(each) && Number(each) > 0)
  );
}

function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
