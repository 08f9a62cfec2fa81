import type { FastifyRequest } from "fastify";
import { ApiError } from "../errors/apiError.ts";

/**
 * Whether the request comes from a page of this site, by headers that browsers set themselves and other sites
 * can't forge.
 */
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
      `This request came from another origin. Open the console at ${publicUrl}/console.`,
    );
  }
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
    throw new ApiError("unsupported", "Send JSON with Content-Type: application/json.");
  }
}
