import { COUNTERS } from "@marquee/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { allowOrigin } from "../http/origin.ts";
import type { Counters } from "./counters.ts";
import { BusyError, RejectedRequest } from "./rejectedRequest.ts";
import type { Rejections } from "./rejections.ts";

export interface IngestScopeOptions {
  rejections: Pick<Rejections, "record">;
  counters: Pick<Counters, "add">;
  /** Other origins whose pages may send events. */
  allowedOrigins: readonly string[];
}

const RETRY_AFTER_SECONDS = 1;
const SPOOL_RETRY_AFTER_SECONDS = 10;

/**
 * Prepares a scope for routes that receive events: the routes read bodies themselves, the configured origins may send, and errors get
 * the statuses that clients expect. Clients retry after 408, 429 and 503 and drop the events after any other 4xx.
 */
export function prepareIngestScope(scope: FastifyInstance, options: IngestScopeOptions): void {
  const { rejections, counters, allowedOrigins } = options;
  scope.removeAllContentTypeParsers();
  // Beacons send text/plain and some clients no content type, so the header is ignored; routes parse the body.
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  scope.addHook("onRequest", async (request, reply) => allowOrigin(request, reply, allowedOrigins));

  const busy = (reply: FastifyReply, status: 408 | 429 | 503, message: string) => {
    counters.add(COUNTERS.busy, String(status));
    const seconds = status === 503 ? SPOOL_RETRY_AFTER_SECONDS : RETRY_AFTER_SECONDS;
    // Closes the connection of a client that was too slow.
    if (status === 408) reply.header("connection", "close");
    return refuse(reply.header("retry-after", String(seconds)), status, message);
  };
  scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof RejectedRequest) {
      const { statusCode, reason, message, bytes } = error;
      rejections.record({ reason, detail: message, bytes });
      return refuse(reply, statusCode, message);
    }
    if (error instanceof BusyError) return busy(reply, error.statusCode, error.message);
    if (error.statusCode && error.statusCode < 500) return refuse(reply, error.statusCode, error.message);
    request.log.error({ err: error }, "Failed to store events.");
    return busy(reply, 503, "Events can't be stored right now. Retry later.");
  });
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.status(status).send({ success: false, message });
}
