import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { ONE_YEAR } from "@marquee/contract";
import type { FastifyInstance } from "fastify";

/** Serves the site's built files, compressed when they were built. Hashed names never change, so they are kept for ever. */
export async function registerAssets(server: FastifyInstance, siteDir: string): Promise<void> {
  await server.register(fastifyStatic, {
    root: join(siteDir, "assets"),
    prefix: "/assets/",
    preCompressed: true,
    immutable: true,
    maxAge: ONE_YEAR,
    index: false,
    // None should be there; whoever builds by hand may have left some.
    allowedPath: (path) => !path.endsWith(".map"),
    decorateReply: true,
    setHeaders: (response) => response.header("x-content-type-options", "nosniff"),
  });
  server.get("/favicon.svg", (_request, reply) =>
    reply.sendFile("favicon.svg", siteDir, { immutable: false, maxAge: "1d" }),
  );
}
