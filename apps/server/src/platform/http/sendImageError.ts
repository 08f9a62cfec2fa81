import type { FastifyReply, FastifyRequest } from "fastify";
import { publicErrorOf } from "./sendError.ts";

/** Error handler of image routes: errors are never cached. */
export function sendImageError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, message, retryAfter, isFailure } = publicErrorOf(error);
  if (isFailure) request.log.warn({ err: error }, "Failed to serve an image.");
  if (retryAfter !== null) reply.header("retry-after", String(retryAfter));
  return reply.code(status).header("cache-control", "no-store").send({ error: { message } });
}
