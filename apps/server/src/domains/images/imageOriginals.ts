import { createHash, type Hash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { type ImageRequest, imageWidths } from "@marquee/contract";
import pLimit from "p-limit";
import QuickLRU from "quick-lru";
import sharp from "sharp";
import { ImageError } from "../../platform/errors/imageError.ts";
import type { ImageVersions } from "./imageVersions.ts";
import type { RemoteOriginals } from "./remoteOriginals.ts";

/** An original image: its hash and allowed widths, available without reading it again. */
export interface Original {
  /** SHA-256 state of the bytes, copied for each rendition to avoid hashing up to 20 MB again. */
  hash: Hash;
  /** The same hash, hex. */
  digest: string;
  /** Allowed rendition widths, in pixels. */
  widths: number[];
  read(): Promise<Buffer>;
}

export interface ImageOriginals {
  /**
   * @param client the client network that a download counts for.
   * @throws {ImageError} if the image does not exist, is not allowed or is not an image.
   */
  find(image: Pick<ImageRequest, "source" | "version">, client: string): Promise<Original>;
}

interface ImageOriginalsOptions {
  /** Folders of local originals: the first one that has an image. Files outside them are never read. */
  imagesDirs: readonly string[];
  remote: RemoteOriginals;
  versions: ImageVersions;
  /** Reads an uploaded original by its hash; null if there is none. */
  readUploaded(hash: string): Promise<Buffer | null>;
}

type Described = Pick<Original, "hash" | "digest" | "widths">;

const MAX_DESCRIBED = 1000;
/** Originals read into memory at the same time; remote ones have at most 20 MB each. */
const MAX_READS = 2;

/** Finds originals: files in `content/images`, uploaded ones, and remote images that pages use. */
export function createImageOriginals(options: ImageOriginalsOptions): ImageOriginals {
  const { imagesDirs, remote, versions, readUploaded } = options;
  const inTurn = pLimit(MAX_READS);
  const described = new QuickLRU<string, Promise<Described>>({ maxSize: MAX_DESCRIBED });

  const describeOnce = (version: string, read: () => Promise<Buffer>): Promise<Described> => {
    const cached = described.get(version);
    if (cached) return cached;
    const describing = inTurn(async () => describe(await read()));
    describing.catch(() => described.delete(version));
    described.set(version, describing);
    return describing;
  };

  const originalOf = async ({ version, read }: Source): Promise<Original> => ({
    ...(await describeOnce(version, read)),
    read,
  });

  /** The file if it has these bytes, otherwise an uploaded original. */
  const findPublished = async (source: string, hash: string): Promise<Original> => {
    const file = await findLocal(source, imagesDirs)
      .then(originalOf)
      .catch(() => null);
    if (file?.digest === hash) return file;
    const read = async () => {
      const body = await readUploaded(hash);
      if (!body) throw new ImageError("not_found", `The bytes of ${JSON.stringify(source)} are missing.`);
      return body;
    };
    return originalOf({ version: `uploaded ${hash}`, read });
  };

  return {
    async find({ source, version }, client) {
      if (/^[a-z][a-z\d+.-]*:/i.test(source) || source.startsWith("//"))
        return originalOf(await remote.find(source, client));
      const hash = await versions.find(source, version);
      return hash === null ? originalOf(await findLocal(source, imagesDirs)) : findPublished(source, hash);
    },
  };
}

interface Source {
  /** Changes with the bytes. */
  version: string;
  read(): Promise<Buffer>;
}

async function findLocal(source: string, imagesDirs: readonly string[]): Promise<Source> {
  const missing = new ImageError("not_found", `There is no ${JSON.stringify(source)} in content/images.`);
  if (source.includes("\0") || source.includes("\\")) throw missing;
  const files = await Promise.all(imagesDirs.map((dir) => fileIn(dir, source)));
  const file = files.find((each) => each !== null);
  if (!file) throw missing;
  const { mtimeMs, size } = await stat(file).catch(() => {
    throw missing;
  });
  const read = () =>
    readFile(file).catch(() => {
      throw missing;
    });
  return { version: `${file} ${mtimeMs} ${size}`, read };
}

/** @returns null if the folder has no such file. */
async function fileIn(dir: string, source: string): Promise<string | null> {
  const root = await realpath(dir).catch(() => null);
  const file = await realpath(join(dir, source)).catch(() => null);
  // Each file has exactly one source path; dots and symbolic links can neither alias it nor leave the folder.
  return root && file === root + sep + source.replaceAll("/", sep) ? file : null;
}

/** @throws {ImageError} if the bytes are not an image. */
async function describe(bytes: Buffer): Promise<Described> {
  try {
    const { autoOrient } = await sharp(bytes).metadata();
    const hash = createHash("sha256").update(bytes);
    return { hash, digest: hash.copy().digest("hex"), widths: imageWidths(autoOrient.width) };
  } catch (error) {
    throw new ImageError(
      "bad_source",
      `This is not an image (${error instanceof Error ? error.message : error}).`,
    );
  }
}
