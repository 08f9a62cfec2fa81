import { createHash, type Hash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { imageWidths } from "@marquee/contract";
import pLimit from "p-limit";
import QuickLRU from "quick-lru";
import sharp from "sharp";
import { ImageError } from "../errors/imageError.ts";
import type { RemoteOriginals } from "./remoteOriginals.ts";

/** An original image: its hash and allowed widths, available without reading it again. */
export interface Original {
  /** SHA-256 state of the bytes, copied for each rendition to avoid hashing up to 20 MB again. */
  hash: Hash;
  /** Allowed rendition widths, in pixels. */
  widths: number[];
  read(): Promise<Buffer>;
}

export interface ImageOriginals {
  /**
   * @param client the client network that a download counts for.
   * @throws {ImageError} if the image does not exist, is not allowed or is not an image.
   */
  find(source: string, client: string): Promise<Original>;
}

interface ImageOriginalsOptions {
  /** Folders of local originals: the first one that has an image. Files outside them are never read. */
  imagesDirs: readonly string[];
  remote: RemoteOriginals;
}

type Described = Pick<Original, "hash" | "widths">;

const MAX_DESCRIBED = 1000;
/** Originals read into memory at the same time; remote ones have at most 20 MB each. */
const MAX_READS = 2;

/** Finds originals: files in `content/images`, and remote images that pages use. */
export function createImageOriginals({ imagesDirs, remote }: ImageOriginalsOptions): ImageOriginals {
  const inTurn = pLimit(MAX_READS);
  const described = new QuickLRU<string, Promise<Described>>({ maxSize: MAX_DESCRIBED });

  const describeOnce = (version: string, read: () => Promise<Buffer>): Promise<Described> => {
    const known = described.get(version);
    if (known) return known;
    const describing = inTurn(async () => describe(await read()));
    describing.catch(() => described.delete(version));
    described.set(version, describing);
    return describing;
  };

  return {
    async find(source, client) {
      const isAddress = /^[a-z][a-z\d+.-]*:/i.test(source) || source.startsWith("//");
      const { version, read } = isAddress
        ? await remote.find(source, client)
        : await findLocal(source, imagesDirs);
      return { ...(await describeOnce(version, read)), read };
    },
  };
}

async function findLocal(
  source: string,
  imagesDirs: readonly string[],
): Promise<{ version: string; read: () => Promise<Buffer> }> {
  const missing = new ImageError("not_found", `There is no ${JSON.stringify(source)} in content/images.`);
  if (source.includes("\0") || source.includes("\\")) throw missing;
  const found = await Promise.all(imagesDirs.map((dir) => fileIn(dir, source)));
  const file = found.find((each) => each !== null);
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
    return { hash: createHash("sha256").update(bytes), widths: imageWidths(autoOrient.width) };
  } catch (error) {
    throw new ImageError(
      "bad_source",
      `This is not an image (${error instanceof Error ? error.message : error}).`,
    );
  }
}
