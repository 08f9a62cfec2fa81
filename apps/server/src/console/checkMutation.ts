import type { FastifyRequest } from "fastify";
import { ApiError } from "../errors/apiError.ts";
import { isOwnPage } from "../http/isOwnPage.ts";

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
