import type { FastifyInstance } from "fastify";
import type { ArchivedFile } from "./archive.types.ts";

/** What the site answers at an address of its own, uncompressed; null where it has nothing. @throws for answers that may be another the next time. */
export async function fetchOwnFile(server: FastifyInstance, address: string): Promise<ArchivedFile | null> {
  const { statusCode, headers, rawPayload } = await server.inject({ url: address });
  if (statusCode >= 500) throw new Error(`The site answered with ${statusCode}.`);
  if (statusCode !== 200) return null;
  return { mediaType: String(headers["content-type"] ?? "application/octet-stream"), body: rawPayload };
}
