import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../platform/errors/apiError.ts";
import { logFailure } from "../platform/http/logFailure.ts";

interface ErrorHandlerOptions {
  /** The request's noun, for messages: "query". */
  what: string;
  maxBytes: number;
}

/** Sends errors in the format of Plausible's API: `{ "error": "what is wrong" }`. */
export function createErrorHandler({ what, maxBytes }: ErrorHandlerOptions) {
  const subject = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  /** The parser's own messages may repeat the body. */
  const messageOf = (error: ApiError | FastifyError): string => {
    if (error instanceof ApiError || error.code === "FST_ERR_VALIDATION") return error.message;
    if (error.statusCode === 413)
      return `The ${what} is too large. ${pluralOf(subject)} are limited to ${maxBytes / 1024} KB.`;
    if (error.statusCode === 415) return `Send the ${what} as JSON with Content-Type: application/json.`;
    return "The body is not a valid JSON object.";
  };
  return (error: ApiError | FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { statusCode = 500 } = error;
    if (error instanceof ApiError && error.retryAfter !== null)
      reply.header("retry-after", String(error.retryAfter));
    if (statusCode === 401) reply.header("www-authenticate", "Bearer");
    if (statusCode < 500 || error instanceof ApiError)
      return reply.status(statusCode).send({ error: messageOf(error) });
    logFailure(request, error, `A public API ${what} failed.`);
    return reply.status(503).send({ error: "Data is unavailable right now. Try again in a moment." });
  };
}

function pluralOf(word: string): string {
  return word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`;
}
