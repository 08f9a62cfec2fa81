import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ImageRequest } from "@marquee/contract";
import pLimit from "p-limit";
import { writeWhole } from "../storage/writeWhole.ts";
import { type ImageSources, readSource } from "./imageSource.ts";
import { renderImage } from "./renderImage.ts";

interface StoredImage {
  body: Buffer;
  /** Digest of the original and the request: the same digest is the same image. */
  digest: string;
}

export interface ImageStore {
  /** @throws {ImageError} */
  get(request: ImageRequest): Promise<StoredImage>;
}

/** Encoding takes a whole core for a while: more at once would only keep pages waiting. */
const MOST_RENDERINGS = 1;

/** Renders each image once and keeps it in the folder `dir`, named by what it was made of. */
export function createImageStore({ dir, sources }: { dir: string; sources: ImageSources }): ImageStore {
  const pending = new Map<string, Promise<Buffer>>();
  const inTurn = pLimit(MOST_RENDERINGS);

  async function fill(file: string, original: Buffer, request: ImageRequest): Promise<Buffer> {
    const kept = await readFile(file).catch(() => null);
    if (kept) return kept;
    const body = await inTurn(() => renderImage(original, request));
    await writeWhole(file, body);
    return body;
  }

  return {
    async get(request) {
      const original = await readSource(request.source, sources);
      const digest = digestOf(original, request);
      const file = join(dir, `${digest}.${request.format}`);
      const filling =
        pending.get(digest) ?? fill(file, original, request).finally(() => pending.delete(digest));
      pending.set(digest, filling);
      return { body: await filling, digest };
    },
  };
}

function digestOf(original: Buffer, { width, quality, format }: ImageRequest): string {
  const digest = createHash("sha256").update(original).update(`${width} ${quality} ${format}`);
  return digest.digest("hex").slice(0, 40);
}
