import { ONE_DAY, ONE_SECOND } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { IMMUTABLE, readBuiltFiles, sendBuiltFile } from "./builtFiles.ts";
import { ANY_TEXT } from "./storableText.ts";

/** Files that browsers request from the root. Their names do not change with their content. */
export const ROOT_FILES = [
  "favicon.svg",
  "apple-touch-icon.png",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable.png",
  "manifest.webmanifest",
  "third-party-notices.txt",
];
const ROOT_CACHE_CONTROL = `public, max-age=${ONE_DAY / ONE_SECOND}`;

/**
 * Serves the site's built files from memory, compressed when they were built.
 * @param earlierDirs the same folder of earlier builds, whose assets open tabs still request
 * @throws when the build cannot be read.
 */
export async function registerAssets(
  server: FastifyInstance,
  siteDir: string,
  earlierDirs: readonly string[] = [],
): Promise<void> {
  const files = await readBuiltFiles(siteDir, earlierDirs);
  server.get<{ Params: { "*": string } }>("/assets/*", ANY_TEXT, (request, reply) => {
    const file = files.get(`assets/${request.params["*"]}`);
    if (!file) return reply.callNotFound();
    return sendBuiltFile(request, reply.header("cache-control", IMMUTABLE), file);
  });
  for (const name of ROOT_FILES)
    server.get(`/${name}`, ANY_TEXT, (request, reply) => {
      const file = files.get(name);
      if (!file) return reply.callNotFound();
      return sendBuiltFile(request, reply.header("cache-control", ROOT_CACHE_CONTROL), file);
    });
}
