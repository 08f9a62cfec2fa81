import { ONE_DAY, ONE_SECOND } from "@marquee/contract";
import type { FastifyInstance } from "fastify";

const HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-sse-support, etag",
  "x-sse-support": "enabled",
};
const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "authorization, cache-control, content-type, if-none-match, last-event-id",
  "access-control-max-age": String(ONE_DAY / ONE_SECOND),
};

/**
 * Lets pages of every origin ask, without their cookies. The client key is public and an answer says nothing but what holds for
 * what the asker told of itself, so an origin would guard nothing; `ALLOWED_ORIGINS` is for pages that send events.
 */
export function openToAll(scope: FastifyInstance, paths: readonly string[]): void {
  scope.addHook("onRequest", async (_request, reply) => void reply.headers(HEADERS));
  for (const path of paths)
    scope.options(path, (_request, reply) => reply.status(204).headers(PREFLIGHT_HEADERS).send());
}
