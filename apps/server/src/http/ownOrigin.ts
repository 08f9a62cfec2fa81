import type { FastifyRequest } from "fastify";
import { ApiError } from "../errors/apiError.ts";

/** Whether a page of this site asks, by what the browser itself says of it; other sites' pages cannot say so. */
export function isOwnPage({ headers }: Pick<FastifyRequest, "headers">, publicUrl: string): boolean {
  return headers["sec-fetch-site"] === "same-origin" || headers.origin === publicUrl;
}

/**
 * Refuses a change that another site's page asks for: it can make a browser send a request with our cookie, but neither
 * from our origin nor, without asking first, as JSON.
 * @throws {ApiError} forbidden, unsupported
 */
export function checkMutation({ headers }: Pick<FastifyRequest, "headers">, publicUrl: string): void {
  if (!isOwnPage({ headers }, publicUrl)) {
    throw new ApiError(
      "forbidden",
      `Open the console at ${publicUrl}/console; this request came from elsewhere.`,
    );
  }
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
    throw new ApiError("unsupported", "Send JSON, with content-type: application/json.");
  }
}
