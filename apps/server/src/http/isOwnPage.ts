import type { FastifyRequest } from "fastify";

/** Whether a page of this site asks, by what the browser itself says of it; other sites' pages cannot say so. */
export function isOwnPage({ headers }: Pick<FastifyRequest, "headers">, publicUrl: string): boolean {
  return headers["sec-fetch-site"] === "same-origin" || headers.origin === publicUrl;
}
