import type { ConsoleErrorBody } from "@marquee/contract/schema";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../errors/apiError.ts";
import { ImageError } from "../errors/imageError.ts";
import { isUnavailable } from "../errors/isUnavailable.ts";
import { QueueFullError } from "./fairQueue.ts";
import { logFailure } from "./logFailure.ts";

/** The public part of an error. */
interface PublicError {
  status: number;
  code: string;
  message: string;
  /** Seconds. */
  retryAfter: number | null;
  /** Whether the server failed, so that an operator must be informed. */
  isFailure: boolean;
}

const UNAVAILABLE = {
  status: 503,
  code: "unavailable",
  message: "Data is unavailable right now. Try again in a moment.",
};
const FAILED = {
  status: 500,
  code: "failed",
  message: "Something went wrong on the server. Try again in a moment.",
};
/** Fastify's own errors, and those of schemas. They name the invalid part of a request. */
const FASTIFY_CODE = /^FST_/;
/** The error handler of all routes without another one. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, retryAfter, isFailure } = publicErrorOf(error);
  if (isFailure) logFailure(request, error, "A request failed.");
  if (retryAfter !== null) reply.header("retry-after", String(retryAfter));
  const body: ConsoleErrorBody = { error: { code, message, ...(isFailure && { requestId: request.id }) } };
  return reply.status(status).header("cache-control", "no-store").send(body);
}

/** The message for a document. If the server failed, people can quote the request's ID, which the log has. */
export function quotableMessage({ message, isFailure }: PublicError, { id }: FastifyRequest): string {
  return isFailure ? `${message} Request ID: ${id}` : message;
}

/**
 * The information about an error for clients: only messages written for them. Databases' messages contain SQL and values, and parsers' messages may
 * repeat the request.
 */
export function publicErrorOf(error: unknown): PublicError {
  if (error instanceof ApiError || error instanceof ImageError || error instanceof QueueFullError) {
    const { statusCode: status, message } = error;
    const code = "code" in error ? error.code : UNAVAILABLE.code;
    const retryAfter = "retryAfter" in error ? error.retryAfter : null;
    return { status, code, message, retryAfter, isFailure: error instanceof ImageError && status >= 500 };
  }
  const { statusCode: status = 500, code = "" } = (error ?? {}) as { statusCode?: number; code?: unknown };
  const isOfFastify = FASTIFY_CODE.test(String(code));
  if (status < 400 || status >= 500) {
    return { ...(isUnavailable(error) ? UNAVAILABLE : FAILED), retryAfter: null, isFailure: true };
  }
  const message = isOfFastify ? (error as Error).message : "The request is not valid.";
  return { status, code: "bad_request", message, retryAfter: null, isFailure: false };
}
