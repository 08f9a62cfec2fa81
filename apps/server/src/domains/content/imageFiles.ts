import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import {
  BUILT_IN_IMAGES,
  CENTER,
  type ImageFile,
  type ImageItem,
  LOCALES,
  MAX_ALT_LENGTH,
  newImage,
  ORIGINAL_FORMATS,
  type SiteContent,
  siteImageOf,
} from "@marquee/contract";
import QuickLRU from "quick-lru";
import sharp, { type Metadata } from "sharp";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { readJsonFile } from "./readJsonFile.ts";

/** An image's entry in `images.json`. Omitted texts are empty; the default focal point is the center. */
const STRICT = { additionalProperties: false };
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Text = Type.String({ minLength: 1, maxLength: MAX_ALT_LENGTH });
const AboutSchema = Type.Partial(
  Type.Object({
    alt: Type.Partial(Type.Object(Object.fromEntries(LOCALES.map((locale) => [locale, Text]))), STRICT),
    isDecorative: Type.Boolean(),
    focalPoint: Type.Object({ x: Share, y: Share }, STRICT),
  }),
  STRICT,
);
type ImageNotes = Static<typeof AboutSchema>;

const validator = Compile(Type.Record(Type.String(), AboutSchema));
const EXAMPLE = `{ "guide/board.png": { "alt": { "en": "The board on a Monday" }, "focalPoint": { "x": 0.5, "y": 0.2 } } }`;

/** The file in `content/images` that describes its images. */
export const IMAGE_NOTES = "images.json";

const MAX_DESCRIBED = 5000;
/** Files by path, time and size, so that unchanged ones are read once. */
const described = new QuickLRU<string, ImageFile>({ maxSize: MAX_DESCRIBED });

interface ImageFiles {
  images: SiteContent["images"];
  /** Files that are not images, and notes about images that do not exist, in words for the log. */
  problems: string[];
}

/**
 * The images in `content/images`, and those of the product that the site's own pages show and the folder lacks.
 * @throws {ContentError} if `images.json` is invalid.
 */
export async function readImageFiles(contentDir: string, baseDir: string): Promise<ImageFiles> {
  const contentFiles = await readFolder(contentDir);
  if (contentDir === baseDir) return contentFiles;
  const base = await readFolder(baseDir);
  const builtIn = Object.entries(base.images).filter(([path]) => path.startsWith(BUILT_IN_IMAGES));
  const all = { ...Object.fromEntries(builtIn), ...contentFiles.images };
  return { images: sortImages(all), problems: contentFiles.problems };
}

/** In a fixed order, so that content from files and content from the store have the same version. */
export function sortImages(images: SiteContent["images"]): SiteContent["images"] {
  return Object.fromEntries(Object.entries(images).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The bytes of an image in the first of some content folders that has them; null if none has. @param path of an image in one of the folders. */
export async function readImageBytes(
  contentDirs: readonly string[],
  path: string,
  { hash }: Pick<ImageFile, "hash">,
): Promise<Buffer | null> {
  for (const dir of contentDirs) {
    const body = await readFile(join(dir, "images", path)).catch(() => null);
    if (body && createHash("sha256").update(body).digest("hex") === hash) return body;
  }
  return null;
}

async function readFolder(contentDir: string): Promise<ImageFiles> {
  const dir = join(contentDir, "images");
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const notes = await readNotes(contentDir);
  const problems: string[] = [];
  const images: Record<string, SiteContent["images"][string]> = {};
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(dir.length + 1).replaceAll(sep, "/");
    if (!entry.isFile() || entry.name.startsWith(".") || entry.name.endsWith(".md") || path === IMAGE_NOTES)
      continue;
    try {
      const description = await describeFile(file);
      images[path] = siteImageOf(withNotes(newImage(description), notes[path]));
    } catch (error) {
      problems.push(
        `content/images/${path}: Not an image (${error instanceof Error ? error.message : error}).`,
      );
    }
  }
  for (const path of Object.keys(notes))
    if (!images[path]) problems.push(`content/images/${IMAGE_NOTES}: There is no image ${path}.`);
  return { images: sortImages(images), problems };
}

async function readNotes(contentDir: string): Promise<Record<string, ImageNotes>> {
  const name = `images/${IMAGE_NOTES}`;
  if (!existsSync(join(contentDir, name))) return {};
  return (await readJsonFile({ contentDir, name, validator, example: EXAMPLE })) as Record<
    string,
    ImageNotes
  >;
}

function withNotes(
  item: ImageItem,
  { alt = {}, isDecorative = false, focalPoint = CENTER }: ImageNotes = {},
) {
  return { ...item, alt: { ...item.alt, ...alt }, isDecorative, focalPoint };
}

/** The entry of an image in `images.json`; undefined if it needs none. */
export function imageNotes({ alt, isDecorative, focalPoint }: ImageItem): ImageNotes | undefined {
  const written = Object.entries(alt).filter(([, text]) => text !== "");
  const isCentered = focalPoint.x === CENTER.x && focalPoint.y === CENTER.y;
  const notes: ImageNotes = {
    ...(written.length > 0 && { alt: Object.fromEntries(written) }),
    ...(isDecorative && { isDecorative }),
    ...(!isCentered && { focalPoint }),
  };
  return Object.keys(notes).length > 0 ? notes : undefined;
}

async function describeFile(file: string): Promise<ImageFile> {
  const { mtimeMs, size } = await stat(file);
  const key = `${file} ${mtimeMs} ${size}`;
  const cached = described.get(key);
  if (cached) return cached;
  const bytes = await readFile(file);
  const description = describeImage(bytes, await sharp(bytes).metadata());
  described.set(key, description);
  return description;
}

/** The file of an image. */
export function describeImage(bytes: Uint8Array, metadata: Metadata): ImageFile {
  const { autoOrient, compression } = metadata;
  // The library names AVIF by a container format that it shares with others.
  const named = metadata.format === "heif" && compression === "av1" ? "avif" : metadata.format;
  return {
    hash: createHash("sha256").update(bytes).digest("hex"),
    width: autoOrient.width,
    height: autoOrient.height,
    format: ORIGINAL_FORMATS.find((format) => format === named) ?? "other",
    bytes: bytes.byteLength,
  };
}
