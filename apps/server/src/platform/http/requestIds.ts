import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createAddressCheck } from "./addressCheck.ts";

/** Identifies a request in its response and in the log. A proxy may have given it an ID. */
export const REQUEST_ID_HEADER = "x-request-id";

/** Any other ID could inject text into the log. */
const WELL_FORMED = /^[\w.-]{1,64}$/;

/**
 * Fastify's `genReqId`: the ID that a proxy gave a request, or a new one. Anyone else could reuse the ID of another request.
 * @param trustedProxies IP addresses or ranges.
 */
export function createRequestIds(trustedProxies: readonly string[]) {
  const isProxy = createAddressCheck(() => trustedProxies);
  return ({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): string => {
    const header = headers[REQUEST_ID_HEADER];
    const isUsable = typeof header === "string" && WELL_FORMED.test(header);
    return isUsable && isProxy(socket.remoteAddress ?? "") ? header : randomUUID();
  };
}
