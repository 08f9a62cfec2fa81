import { ONE_DAY, ONE_SECOND } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { IMMUTABLE, readBuiltFiles, sendBuiltFile } from "./builtFiles.ts";

const FAVICON_CACHE_CONTROL = `public, max-age=${ONE_DAY / ONE_SECOND}`;

/** Serves the site's built files from memory, compressed when they were built. @throws when the build cannot be read. */
export async function registerAssets(server: FastifyInstance, siteDir: string): Promise<void> {
  const files = await readBuiltFiles(siteDir);
  server.get<{ Params: { "*": string } }>("/assets/*", (request, reply) => {
    const file = files.get(`assets/${request.params["*"]}`);
    if (!file) return reply.callNotFound();
    return sendBuiltFile(request, reply.header("cache-control", IMMUTABLE), file);
  });
  server.get("/favicon.svg", (request, reply) => {
    const file = files.get("favicon.svg");
    if (!file) return reply.callNotFound();
    return sendBuiltFile(request, reply.header("cache-control", FAVICON_CACHE_CONTROL), file);
  });
}
