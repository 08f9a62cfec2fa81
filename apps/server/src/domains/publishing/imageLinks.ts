import { createHmac, timingSafeEqual } from "node:crypto";
import { type Milliseconds, ONE_HOUR, type SiteContent, type Timestamp } from "@marquee/contract";
import type { SigningKey } from "../../platform/storage/records/signingKeys.ts";

/** 128 bits, encoded as 22 characters of base64url. */
const SIGNATURE_BYTES = 16;
/** Pages of a preview get new versions each time they are opened. */
const LIFETIME: Milliseconds = 8 * ONE_HOUR;
/** The hash of the bytes; when it expires, in base 36; the signature. */
const VERSION_PATTERN = /^([0-9a-f]{64})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{22})$/;

/** Signs the versions of unpublished images, so that only people with a preview can see them. */
export interface ImageLinks {
  /**
   * A version to use instead of `imageVersion`. It stays the same for an hour, and is valid for eight more.
   */
  sign(hash: string): string;
  /** @returns the hash; null if the version is not signed, is forged or has expired. */
  read(version: string): string | null;
}

export function createImageLinks(key: SigningKey, now: () => Timestamp): ImageLinks {
  const signatureOf = (named: string) =>
    createHmac("sha256", key()).update(`image ${named}`).digest().subarray(0, SIGNATURE_BYTES);
  return {
    sign(hash) {
      const expiresAt = Math.ceil(now() / ONE_HOUR) * ONE_HOUR + LIFETIME;
      const named = `${hash}.${expiresAt.toString(36)}`;
      return `${named}.${signatureOf(named).toString("base64url")}`;
    },
    read(version) {
      const match = VERSION_PATTERN.exec(version);
      if (!match) return null;
      const [, hash = "", expires = "", signature = ""] = match;
      const bytes = Buffer.from(signature, "base64url");
      const expected = signatureOf(`${hash}.${expires}`);
      if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return null;
      return Number.parseInt(expires, 36) > now() ? hash : null;
    },
  };
}

/** Content for a preview: images whose bytes are not published have signed versions. */
export function signImages<Content extends Pick<SiteContent, "images">>(
  content: Content,
  published: Pick<SiteContent, "images">,
  { sign }: Pick<ImageLinks, "sign">,
): Content {
  const images = Object.entries(content.images).map(([path, image]) => {
    const isPublished = published.images[path]?.file.hash === image.file.hash;
    return [path, isPublished ? image : { ...image, version: sign(image.file.hash) }] as const;
  });
  return { ...content, images: Object.fromEntries(images) };
}
