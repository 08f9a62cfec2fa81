import { createHash } from "node:crypto";
import { FAVICON_SIZE, FAVICONS_PATH, faviconUrl, ONE_HOUR, ONE_SECOND } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import { networkOf } from "../../../platform/http/rateLimit.ts";
import { sendImageError } from "../../../platform/http/sendImageError.ts";
import { IMAGE_CACHE_CONTROL, type OnServed } from "../imageRoutes.ts";
import type { FaviconStore } from "./faviconStore.ts";

const ParamsSchema = Type.Object({ host: Type.String({ pattern: "^[a-z0-9.-]{1,253}$" }) });

/** Sent if a site has no icon: it is transparent, and the letter under it shows (`ContentLink`). A 404 would be an error in the browser's console. */
const NO_ICON = {
  mediaType: "image/svg+xml; charset=utf-8",
  body: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${FAVICON_SIZE}" height="${FAVICON_SIZE}"/>`,
  ),
};
const NO_ICON_CACHE_CONTROL = `public, max-age=${ONE_HOUR / ONE_SECOND}`;

/** `GET /images/favicons/:host`: icons of the sites that link cards lead to, so that visitors' browsers do not contact those sites. */
export function registerFavicons(server: FastifyInstance, store: FaviconStore, onServed?: OnServed): void {
  server.get<{ Params: Static<typeof ParamsSchema> }>(
    `${FAVICONS_PATH}/:host`,
    { schema: { params: ParamsSchema }, errorHandler: sendImageError },
    async ({ params: { host }, ip, headers }, reply) => {
      const icon = await store.get(host, networkOf(ip));
      const image = icon ? { mediaType: "image/webp", body: icon } : NO_ICON;
      const digest = createHash("sha256").update(image.body).digest("hex").slice(0, 40);
      onServed?.(faviconUrl(host), digest, image);
      const etag = `"${digest}"`;
      reply.headers({ etag, "cache-control": icon ? IMAGE_CACHE_CONTROL : NO_ICON_CACHE_CONTROL });
      if (headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type(image.mediaType).send(image.body);
    },
  );
}
