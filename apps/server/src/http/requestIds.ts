import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Names a request in its reply and in the log. A proxy may have given it an ID. */
export const REQUEST_ID_HEADER = "x-request-id";

/** Any other ID could bring texts into the log. */
const WELL_FORMED = /^[\w.-]{1,64}$/;

/** Fastify's `genReqId`: the ID that came with a request, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === "string" && WELL_FORMED.test(given) ? given : randomUUID();
}
