import {
  IMAGE_FORMATS,
  IMAGE_QUALITIES,
  type ImageRequest,
  imageUrl,
  ONE_DAY,
  ONE_HOUR,
  ONE_SECOND,
  stripFragment,
} from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import { networkOf } from "../../platform/http/rateLimit.ts";
import { sendImageError } from "../../platform/http/sendImageError.ts";
import type { ImageStore } from "./imageStore.ts";

const QuerySchema = Type.Object({
  source: Type.String({ minLength: 1, maxLength: 2000 }),
  version: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9._-]+$", maxLength: 120 })),
  width: Type.Integer({ minimum: 1, maximum: 3200 }),
  quality: Type.Union(IMAGE_QUALITIES.map((quality) => Type.Literal(quality))),
  format: Type.Union(IMAGE_FORMATS.map((format) => Type.Literal(format))),
});
type Query = Static<typeof QuerySchema>;

/** A day, then a week in which the old image is shown while the new one is fetched. */
export const IMAGE_CACHE_CONTROL = `public, max-age=${ONE_DAY / ONE_SECOND}, stale-while-revalidate=${(7 * ONE_DAY) / ONE_SECOND}`;

/** The URL identifies the bytes, see `imageVersion`. */
const VERSION_CACHE_CONTROL = `public, max-age=${(365 * ONE_DAY) / ONE_SECOND}, immutable`;
/** For images of previews, whose versions are signed. */
const PREVIEW_HEADERS = {
  "cache-control": `private, max-age=${ONE_HOUR / ONE_SECOND}`,
  "x-robots-tag": "noindex, nofollow",
};

/** Called with each image served, except in previews: its URL as pages write it, the digest of its content, and the image. */
export type OnServed = (address: string, digest: string, image: { mediaType: string; body: Buffer }) => void;

/** `GET /images`: renditions of images, at the URLs that `imageUrl` of the contract package builds. */
export function registerImages(server: FastifyInstance, store: ImageStore, onServed?: OnServed): void {
  server.get<{ Querystring: Query }>(
    "/images",
    { schema: { querystring: QuerySchema }, errorHandler: sendImageError },
    async ({ query, ip, headers }, reply) => {
      const image: ImageRequest = { ...query, source: stripFragment(query.source) };
      const { body, digest } = await store.get(image, networkOf(ip));
      const mediaType = `image/${image.format}`;
      const isPreview = image.version?.includes(".");
      if (!isPreview) onServed?.(imageUrl(image), digest, { mediaType, body });
      const etag = `"${digest}"`;
      const cacheControl = image.version === undefined ? IMAGE_CACHE_CONTROL : VERSION_CACHE_CONTROL;
      reply.headers({ etag, ...(isPreview ? PREVIEW_HEADERS : { "cache-control": cacheControl }) });
      if (headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type(mediaType).send(body);
    },
  );
}
