import { ONE_MINUTE, ONE_SECOND, SNIPPET_FOLDER, SNIPPET_SCRIPT } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { IMMUTABLE, readBuiltFiles, sendBuiltFile } from "../../platform/http/builtFiles.ts";
import { ANY_TEXT } from "../../platform/http/storableText.ts";

/** Pages get a new build within this time. Until then, they load the code of the previous build. */
const SCRIPT_CACHE_CONTROL = `public, max-age=${(10 * ONE_MINUTE) / ONE_SECOND}`;
/** Any page may load the files: they are public, and browsers send no cookies with them. Isolated pages (COEP) need the second header. */
const FOR_ANY_PAGE = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

const HASHED = `${SNIPPET_FOLDER.slice(1)}/`;

/**
 * Serves the script for pages on other hosts, and the code it loads, from memory.
 * @param earlierDirs the same folder of earlier builds, whose code open pages still request
 * @throws when the build cannot be read.
 */
export async function registerSnippetFiles(
  server: FastifyInstance,
  snippetDir: string,
  earlierDirs: readonly string[],
): Promise<void> {
  const files = await readBuiltFiles(snippetDir, earlierDirs, HASHED);
  server.get(SNIPPET_SCRIPT, ANY_TEXT, (request, reply) => {
    const file = files.get(SNIPPET_SCRIPT.slice(1));
    if (!file) return reply.callNotFound();
    return sendBuiltFile(
      request,
      reply.headers({ ...FOR_ANY_PAGE, "cache-control": SCRIPT_CACHE_CONTROL }),
      file,
    );
  });
  server.get<{ Params: { file: string } }>(`${SNIPPET_FOLDER}/:file`, ANY_TEXT, (request, reply) => {
    const file = files.get(HASHED + request.params.file);
    if (!file) return reply.callNotFound();
    return sendBuiltFile(request, reply.headers({ ...FOR_ANY_PAGE, "cache-control": IMMUTABLE }), file);
  });
}
