import type { FastifyInstance } from "fastify";
import { QueueFullError } from "./fairQueue.ts";

type ErrorHandler = NonNullable<Parameters<FastifyInstance["setErrorHandler"]>[0]>;

/** Error handler of image routes: errors are never cached. */
export const sendImageError: ErrorHandler = (error, request, reply) => {
  const isBusy = error instanceof QueueFullError;
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500 && !isBusy)
    request.log.warn({ err: error, url: request.url }, "Failed to serve an image.");
  if (isBusy) reply.header("retry-after", error.retryAfter);
  const message = error instanceof Error ? error.message : String(error);
  return reply.code(status).header("cache-control", "no-store").send({ error: { message } });
};
