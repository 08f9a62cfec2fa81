import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { ONE_DAY, ONE_SECOND } from "@marquee/contract";
import type { FastifyInstance } from "fastify";

/** `Cache-Control` of files whose names change with their content. */
export const IMMUTABLE = "public, max-age=31536000, immutable";
const FAVICON_CACHE_CONTROL = `public, max-age=${ONE_DAY / ONE_SECOND}`;

/**
 * Serves the site's built files, which the build already compressed. The routes have their own scope, because the plugin's `reply.sendFile`
 * applies the plugin's options: in a shared scope, other files would get the cache headers of these.
 */
export async function registerAssets(server: FastifyInstance, siteDir: string): Promise<void> {
  const root = join(siteDir, "assets");
  await server.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root,
      prefix: "/assets/",
      preCompressed: true,
      cacheControl: false,
      index: false,
      // The output has no source maps, except those left by a manual build.
      allowedPath: (path) => !path.endsWith(".map"),
      setHeaders: (response, path) => {
        if (path.startsWith(root)) response.header("cache-control", IMMUTABLE);
      },
    });
    scope.get("/favicon.svg", (_request, reply) =>
      reply.header("cache-control", FAVICON_CACHE_CONTROL).sendFile("favicon.svg", siteDir),
    );
  });
}
