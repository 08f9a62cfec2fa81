import type { FastifyRequest } from "fastify";
import { isOwnPage } from "../http/isOwnPage.ts";
import { ConsoleError } from "./errors.ts";

/**
 * Refuses a change that another site's page asks for: it can make a browser send a request with our cookie, but neither
 * from our origin nor, without asking first, as JSON.
 * @throws {ConsoleError} forbidden, unsupported
 */
export function checkMutation({ headers }: Pick<FastifyRequest, "headers">, publicUrl: string): void {
  if (!isOwnPage({ headers }, publicUrl)) {
    throw new ConsoleError(
      "forbidden",
      `Open the console at ${publicUrl}/console; this request came from elsewhere.`,
    );
  }
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
    throw new ConsoleError("unsupported", "Send JSON, with content-type: application/json.");
  }
}
