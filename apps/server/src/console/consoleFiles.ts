import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { securityHeaders } from "../pages/securityHeaders.ts";
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
  const modules = await readReplayModules(consoleDir);
  await server.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: consoleDir,
      prefix: "/console/",
      preCompressed: true,
      index: false,
      wildcard: false,
      decorateReply: false,
      setHeaders(response, path) {
        if (path.includes("/assets/"))
          response.header("cache-control", "public, max-age=31536000, immutable");
        response.header("x-content-type-options", "nosniff");
        const document = documentName(path);
        if (!document) return;
        const headersOf = document === "player.html" ? playerHeaders : headers;
        for (const [name, value] of Object.entries(headersOf)) response.header(name, value);
      },
    });
    const sendScreen = async (_request: unknown, reply: import("fastify").FastifyReply) =>
      reply.headers(headers).sendFile("index.html", consoleDir);
    scope.get("/console/replays/:id", (request, reply) =>
      sendScreen(request, modules ? reply.header("link", modules) : reply),
    );
    scope.get("/console", sendScreen);
    scope.get("/console/*", sendScreen);
  });
}

/** Name of the document that a file holds, packed or not; undefined for other files. */
function documentName(path: string): string | undefined {
  return /(?:^|\/)([^/]+\.html)(?:\.(?:br|gz))?$/.exec(path)?.[1];
}
