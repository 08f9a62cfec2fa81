import type { FastifyRequest } from "fastify";
import { ClientGoneError } from "./abortedBy.ts";

/** Logs why a request failed. A disconnected client is not a failure. */
export function logFailure(request: FastifyRequest, error: unknown, text: string): void {
  const level = error instanceof ClientGoneError ? "debug" : "error";
  request.log[level]({ err: error }, text);
}
