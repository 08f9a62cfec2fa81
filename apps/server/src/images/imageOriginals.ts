import { createHash, type Hash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { imageWidths } from "@marquee/contract";
import pLimit from "p-limit";
import QuickLRU from "quick-lru";
import sharp from "sharp";
import { ImageError } from "../errors/imageError.ts";
import type { RemoteOriginals } from "./remoteOriginals.ts";

/** What is known of an original without reading it again. */
export interface Original {
  /** Of the bytes; copied for each rendition, because an original may be 20 MB. */
  hash: Hash;
  /** Widths that it may be rendered in. */
  widths: number[];
  read(): Promise<Buffer>;
}

export interface ImageOriginals {
  /**
   * @param client who a download is counted for.
   * @throws {ImageError} if the image does not exist.
   */
  find(source: string, client: string): Promise<Original>;
}

interface ImageOriginalsOptions {
  /** Folder that local originals lie in; nothing outside it is read. */
  imagesDir: string;
  remote: RemoteOriginals;
}

type Described = Pick<Original, "hash" | "widths">;

const MAX_DESCRIBED = 1000;
/** Originals that are read whole at the same time, at most 20 MB each from elsewhere. */
const MAX_READS = 2;

/** Finds originals: files below `content/images`, and images from elsewhere that pages use. */
export function createImageOriginals({ imagesDir, remote }: ImageOriginalsOptions): ImageOriginals {
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
        : await findLocal(source, imagesDir);
      return { ...(await describeOnce(version, read)), read };
    },
  };
}

async function findLocal(
  source: string,
  imagesDir: string,
): Promise<{ version: string; read: () => Promise<Buffer> }> {
  const missing = new ImageError("not_found", `There is no ${JSON.stringify(source)} in content/images.`);
  if (source.includes("\0") || source.includes("\\")) throw missing;
  const root = await realpath(imagesDir).catch(() => null);
  const file = await realpath(join(imagesDir, source)).catch(() => null);
  // One file has one address: neither dots nor a link lead to it, or out of the folder.
  if (!root || file !== root + sep + source.replaceAll("/", sep)) throw missing;
  const { mtimeMs, size } = await stat(file).catch(() => {
    throw missing;
  });
  const read = () =>
    readFile(file).catch(() => {
      throw missing;
    });
  return { version: `${file} ${mtimeMs} ${size}`, read };
}

/** @throws {ImageError} where the bytes are no image. */
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
