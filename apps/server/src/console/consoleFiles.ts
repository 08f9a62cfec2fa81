import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { IMMUTABLE } from "../http/assets.ts";
import { securityHeaders } from "../http/securityHeaders.ts";
import { playerHeaders } from "./replays/playerHeaders.ts";
import { readReplayModules } from "./replays/replayModules.ts";

/** Serves the console's built files under `/console/`; every address without a file is one of its screens. */
export async function registerConsoleFiles(
  server: FastifyInstance,
  consoleDir: string,
  publicUrl: string,
): Promise<void> {
  const headers = {
    ...securityHeaders({ isSecure: publicUrl.startsWith("https:") }),
    "cache-control": "no-cache",
  };
  const assetsDir = join(consoleDir, "assets");
  const modules = await readReplayModules(consoleDir);
  await server.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: consoleDir,
      prefix: "/console/",
      preCompressed: true,
      cacheControl: false,
      index: false,
      wildcard: false,
      setHeaders(response, path) {
        if (path.startsWith(assetsDir)) response.header("cache-control", IMMUTABLE);
        const document = documentName(path);
        if (!document) return;
        const headersOf = document === "player.html" ? playerHeaders : headers;
        for (const [name, value] of Object.entries(headersOf)) response.header(name, value);
      },
    });
    const sendScreen = async (_request: unknown, reply: FastifyReply) => reply.sendFile("index.html");
    scope.get("/console/replays/:id", (request, reply) =>
      sendScreen(request, modules ? reply.header("link", modules) : reply),
    );
    // A tab from before a release asks for code that is gone; a document in its place would be taken for a script.
    scope.get("/console/assets/*", (_request, reply) =>
      reply.status(404).type("text/plain").send("This file no longer exists. Reload the console."),
    );
    scope.get("/console", sendScreen);
    scope.get("/console/*", sendScreen);
  });
}

/** Name of the document that a file holds, packed or not; undefined for other files. */
function documentName(path: string): string | undefined {
  return /(?:^|\/)([^/]+\.html)(?:\.(?:br|gz))?$/.exec(path)?.[1];
}
