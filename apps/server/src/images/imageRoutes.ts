import { IMAGE_FORMATS, type ImageRequest, imageUrl, ONE_DAY, ONE_SECOND } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import { ImageError } from "./imageError.ts";
import type { ImageStore } from "./imageStore.ts";

const QuerySchema = Type.Object({
  source: Type.String({ minLength: 1, maxLength: 2000 }),
  width: Type.Integer({ minimum: 1, maximum: 3200 }),
  // In steps, so that nobody fills the disk with a hundred renditions of one image.
  quality: Type.Integer({ minimum: 30, maximum: 90, multipleOf: 5 }),
  format: Type.Union(IMAGE_FORMATS.map((format) => Type.Literal(format))),
});
type Query = Static<typeof QuerySchema>;

const CACHE_CONTROL = `public, max-age=${ONE_DAY / ONE_SECOND}, stale-while-revalidate=${(7 * ONE_DAY) / ONE_SECOND}`;

/** Called with each image that was asked for: its address as pages write it, what names its content, and the image. */
type OnServed = (address: string, digest: string, image: { mediaType: string; body: Buffer }) => void;

/** `GET /images`: renditions of images, by the addresses that contract's `imageUrl` writes. */
export function registerImages(server: FastifyInstance, store: ImageStore, onServed?: OnServed): void {
  server.get<{ Querystring: Query }>(
    "/images",
    { schema: { querystring: QuerySchema }, errorHandler: answerError },
    async (request, reply) => {
      const { body, digest } = await store.get(request.query satisfies ImageRequest);
      onServed?.(imageUrl(request.query), digest, { mediaType: `image/${request.query.format}`, body });
      const etag = `"${digest}"`;
      reply.headers({ etag, "cache-control": CACHE_CONTROL, "x-content-type-options": "nosniff" });
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type(`image/${request.query.format}`).send(body);
    },
  );
}

type ErrorHandler = NonNullable<Parameters<FastifyInstance["setErrorHandler"]>[0]>;

const answerError: ErrorHandler = (error, request, reply) => {
  const status =
    error instanceof ImageError ? error.statusCode : ((error as { statusCode?: number }).statusCode ?? 500);
  if (status >= 500) request.log.warn({ err: error, url: request.url }, "An image was not given.");
  const message = error instanceof Error ? error.message : String(error);
  return reply.code(status).header("cache-control", "no-store").send({ error: { message } });
};
