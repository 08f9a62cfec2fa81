import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { OpenSite, SiteContent } from "@marquee/contract";
import type { FastifyServerFactory } from "fastify";
import { createServer as createViteServer, type ViteDevServer } from "vite";
import { type SiteBundle, siteWithContent } from "./siteBundle.ts";

/** The site and the console, served from source with hot reload. */
export interface DevelopmentSite {
  bundle: SiteBundle;
  /** Puts Vite before Fastify: Fastify gets the requests that Vite does not handle. */
  serverFactory: FastifyServerFactory;
  /** Calls `listener` after a source file of the site has changed. */
  onChange(listener: () => void): void;
  stop(): Promise<void>;
}

interface DevelopmentSiteOptions {
  /** The `apps` folder. */
  appsDir: string;
  /** The server's port. Hot reload uses the next two ports. */
  port: number;
  content: { values(): SiteContent };
}

/** The document of a shared link. */
const SHARED_PAGE = /^\/shared\/[\w-]+(?:\?|$)/;

export async function createDevelopmentSite({
  appsDir,
  port,
  content,
}: DevelopmentSiteOptions): Promise<DevelopmentSite> {
  const site = await startVite(join(appsDir, "site"), "custom", port + 1);
  const console = await startVite(join(appsDir, "console"), "spa", port + 2);

  const handleBeforeFastify = (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const url = request.url ?? "/";
    if (url.startsWith("/console/api/")) next();
    else if (SHARED_PAGE.test(url)) {
      request.url = "/console/shared.html";
      console.middlewares(request, response, next);
    } else if (url === "/console" || url.startsWith("/console/"))
      console.middlewares(request, response, next);
    else site.middlewares(request, response, next);
  };

  return {
    bundle: await developmentBundle(site, content),
    serverFactory: (handler) =>
      createServer((request, response) =>
        handleBeforeFastify(request, response, () => handler(request, response)),
      ),
    onChange: (listener) => {
      site.watcher.on("change", listener);
    },
    stop: async () => {
      await Promise.all([site.close(), console.close()]);
    },
  };
}

function startVite(root: string, appType: "custom" | "spa", hmrPort: number): Promise<ViteDevServer> {
  return createViteServer({
    root,
    appType,
    configFile: join(root, "vite.config.ts"),
    // The app also imports from folders above its own (packages, content).
    server: { middlewareMode: true, hmr: { port: hmrPort }, fs: { allow: [join(root, "../..")] } },
  });
}

async function developmentBundle(
  site: ViteDevServer,
  content: DevelopmentSiteOptions["content"],
): Promise<SiteBundle> {
  const load = async () => {
    const module = await site.ssrLoadModule("/src/entry-server.tsx");
    return module.default as OpenSite;
  };
  return {
    entry: await siteWithContent(load, content),
    open: async (other) => (await load())(other),
    assets: {
      bootScript: "/src/entry-boot.ts",
      demoScript: "/src/entry-demo.tsx",
      styles: { hrefs: ["/src/fonts.css", "/src/styles.css"] },
      developmentScripts: ["/@vite/client", "/src/entry-refresh.ts"],
    },
    release: "development",
    isDevelopment: true,
  };
}
