import { ONE_SECOND } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { isEventStream } from "../../../platform/http/eventStreams.ts";
import type { MetricsRegistry } from "./registry.ts";

/** Node's parser accepts more, which no route has. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const OTHER = "other";

/**
 * Counts every answered request and its duration. The label `route` is a route's pattern; pages written by editors and paths without a page, which have none,
 * are labeled `other`.
 */
export function measureRequests(server: FastifyInstance, registry: MetricsRegistry): void {
  server.addHook("onResponse", (request, reply, done) => {
    const method = METHODS.has(request.method) ? request.method : OTHER;
    const route = request.routeOptions.url ?? OTHER;
    registry.add("marquee_http_requests_total", { method, route, status: String(reply.statusCode) });
    if (!isEventStream(reply)) registry.observe({ method, route }, reply.elapsedTime / ONE_SECOND);
    done();
  });
}
