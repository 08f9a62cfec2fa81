import type { FastifyRequest } from "fastify";
import { ConsoleError } from "./errors.ts";

/**
 * Refuses a change that another site's page asks for: it can make a browser send a request with our cookie, but neither
 * from our origin nor, without asking first, as JSON.
 * @throws {ConsoleError} forbidden, unsupported
 */
export function checkMutation({ headers }: Pick<FastifyRequest, "headers">, publicUrl: string): void {
  const isOwnPage = headers["sec-fetch-site"] === "same-origin" || headers.origin === publicUrl;
  if (!isOwnPage) {
    throw new ConsoleError(
      "forbidden",
      `Open the console at ${publicUrl}/console; this request came from elsewhere.`,
    );
  }
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
    throw new ConsoleError("unsupported", "Send JSON, with content-type: application/json.");
  }
}
