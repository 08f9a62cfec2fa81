import type { ImageRequest } from "@marquee/contract";
import sharp from "sharp";
import { ImageError } from "../../platform/errors/imageError.ts";
import type { FairQueue } from "../../platform/http/fairQueue.ts";
import type { DiskCache } from "../../platform/storage/diskCache.ts";
import type { ImageOriginals, Original } from "./imageOriginals.ts";

/** Originals with more pixels are rejected; decoded, they would take hundreds of megabytes. */
export const MAX_PIXELS = 50_000_000;

/** Longer renderings are aborted, because other requests wait for them. */
const TIMEOUT_SECONDS = 30;

/** Encoder effort; higher settings save few bytes and cost seconds. */
const EFFORT = { avif: 2, webp: 4, jpeg: undefined, png: undefined } as const;

interface StoredImage {
  body: Buffer;
  /** Digest of the original and the request; equal digests mean equal images. */
  digest: string;
}

export interface ImageStore {
  /**
   * @param client the client network that the rendering counts for.
   * @throws {ImageError} if the request is invalid or the original is missing or unusable.
   * @throws {import("../../platform/http/fairQueue.ts").QueueFullError} if too many renderings are waiting.
   */
  get(request: ImageRequest, client: string): Promise<StoredImage>;
}

interface ImageStoreOptions {
  cache: DiskCache;
  originals: ImageOriginals;
  /** Shared with all other CPU-bound work. */
  renderings: FairQueue<Buffer>;
  render?: typeof renderImage;
}

/** Renders each image once and caches it under a hash of the original and the request. */
export function createImageStore(options: ImageStoreOptions): ImageStore {
  const { cache, originals, renderings, render = renderImage } = options;
  return {
    async get(request, client) {
      const original = await originals.find(request, client);
      if (!original.widths.includes(request.width)) throw unknownWidth(original.widths);
      const digest = digestOf(original, request);
      const name = `${digest}.${request.format}`;
      const cached = await cache.read(name);
      if (cached) return { body: cached, digest };
      const task = async () => {
        const body = await render(await original.read(), request);
        await cache.write(name, body);
        return body;
      };
      return { body: await renderings.run({ client, key: name, task }), digest };
    },
  };
}

function unknownWidth(widths: readonly number[]): ImageError {
  return new ImageError("bad_request", `width must be one of ${widths.join(", ")}.`);
}

function digestOf({ hash }: Pick<Original, "hash">, { width, quality, format }: ImageRequest): string {
  return hash.copy().update(`${width} ${quality} ${format}`).digest("hex").slice(0, 40);
}

/**
 * Renders an image. Metadata (such as location and camera) is removed, and the orientation is applied.
 * @param source bytes of the original.
 * @throws {ImageError} if the image can't be rendered.
 */
export async function renderImage(source: Buffer, request: Omit<ImageRequest, "source">): Promise<Buffer> {
  const { width, quality, format } = request;
  try {
    const effort = EFFORT[format];
    return await sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize({ width })
      .toFormat(format, { quality, ...(effort && { effort }), mozjpeg: true })
      .toBuffer();
  } catch (error) {
    throw new ImageError(
      "bad_source",
      `The image could not be rendered (${error instanceof Error ? error.message : error}).`,
    );
  }
}
