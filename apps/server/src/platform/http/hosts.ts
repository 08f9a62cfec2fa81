import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Where a route is served if the console has its own host; the site by default. */
export type ServedOn = "site" | "console" | "both";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set by {@link servedOn}. */
    servedOn?: ServedOn;
  }
}

export interface Hosts {
  publicUrl: string;
  /** Origin of the console: that of the site, unless it has its own host. */
  consoleUrl: string;
}

export function hasOwnHost({ publicUrl, consoleUrl }: Hosts): boolean {
  return consoleUrl !== publicUrl;
}

/** All routes that `addRoutes` adds are served on this host. */
export function servedOn(host: ServedOn, addRoutes: (scope: FastifyInstance) => unknown) {
  return async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, servedOn: host };
    });
    await addRoutes(scope);
  };
}

/**
 * If the console has its own host, serves it only there, and nothing else there. Documents requested from the other host are redirected; everything else
 * is not found. Scripts of the site, and of tools in its pages, then have a different origin than the console. Call it with the root instance, before
 * routes are added.
 * @param isPreviewed whether a previewed page links to the requested document, which `registerPreviews` then shows in the same preview.
 */
export function bindHosts(
  server: FastifyInstance,
  hosts: Hosts,
  isPreviewed: (request: FastifyRequest) => boolean,
): void {
  if (!hasOwnHost(hosts)) return;
  const { publicUrl, consoleUrl } = hosts;
  const consoleHosts = namesOf(consoleUrl);
  const siteHosts = namesOf(publicUrl);
  let hasWarned = false;
  const warnOfProxy = (request: FastifyRequest) => {
    if (hasWarned || siteHosts.has(hostOf(request))) return;
    hasWarned = true;
    request.log.warn(
      "The console was opened at a host that is neither CONSOLE_URL's nor PUBLIC_URL's. If browsers report too many redirects, make your proxy pass on the Host header.",
    );
  };
  server.addHook("onRequest", (request, reply, done) => {
    const isConsole = consoleHosts.has(hostOf(request));
    const served = request.is404 ? "site" : (request.routeOptions.config.servedOn ?? "site");
    if (served === "both" || (served === "console") === isConsole) return done();
    if (!isConsole) {
      warnOfProxy(request);
      return sendElsewhere(request, reply, consoleUrl + request.url);
    }
    if (isPreviewed(request)) return done();
    const isStart = /^\/(?:\?|$)/.test(request.url);
    sendElsewhere(request, reply, isStart ? `${consoleUrl}/console` : publicUrl + request.url);
  });
}

/** Only from `Host`, because many proxies pass on other host headers from clients. */
function hostOf({ headers }: Pick<FastifyRequest, "headers">): string {
  return headers.host?.toLowerCase() ?? "";
}

/** The forms in which clients name the host of an origin. */
function namesOf(origin: string): Set<string> {
  const { host, protocol, port } = new URL(origin);
  return new Set([host, port === "" ? `${host}:${protocol === "https:" ? 443 : 80}` : host]);
}

function sendElsewhere(request: FastifyRequest, reply: FastifyReply, url: string): void {
  // A request target that is not a path would change the host.
  if (isDocument(request) && request.url.startsWith("/")) {
    reply.redirect(url, 302);
    return;
  }
  const { origin } = new URL(url);
  const message = `This is not served at this host. Use ${origin}.`;
  reply.status(404).send({ error: { code: "not_found", message } });
}

/** Whether a browser requests a document for display, according to its headers. */
export function isDocument({ method, headers }: Pick<FastifyRequest, "method" | "headers">): boolean {
  const destination = headers["sec-fetch-dest"];
  if (method !== "GET") return false;
  if (destination !== undefined) return destination === "document" || destination === "iframe";
  return headers.accept?.includes("text/html") ?? false;
}
