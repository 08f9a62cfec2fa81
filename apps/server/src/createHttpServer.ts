import { HEADERS_TIMEOUT, ONE_SECOND, REQUEST_TIMEOUT } from "@marquee/contract";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
  LogController,
  type RouteOptions,
} from "fastify";
import type { Logger } from "pino";
import { ROUTER_OPTIONS } from "./domains/replay/replayId.ts";
import { previewBehind } from "./pages/previewFrames.ts";
import type { Config } from "./platform/config/config.ts";
import { decodableUrl } from "./platform/http/decodableUrl.ts";
import { registerForwardedAddresses } from "./platform/http/forwardedAddresses.ts";
import { bindHosts } from "./platform/http/hosts.ts";
import { LAZY_VALIDATION } from "./platform/http/lazyValidation.ts";
import { createRequestIds } from "./platform/http/requestIds.ts";
import { createUrlErrorHandler, registerDefaultHeaders } from "./platform/http/securityHeaders.ts";
import { sendError } from "./platform/http/sendError.ts";
import { registerTextCheck } from "./platform/http/storableText.ts";

interface HttpServerOptions {
  config: Config;
  /** In development, puts Vite in front of the server. */
  serverFactory?: FastifyServerFactory;
  log: Logger;
  /** Called for every route, so that tests can check properties of all routes. */
  onRoute?: (route: RouteOptions) => void;
}

/** Node checks for timed-out requests at this interval; its default is 30 s. */
const HTTP_OPTIONS = { headersTimeout: HEADERS_TIMEOUT, connectionsCheckingInterval: ONE_SECOND };

/**
 * The HTTP server with everything that applies to all routes: request IDs, headers, errors, text checks, hosts. It has no routes
 * yet.
 */
export function createHttpServer({
  config,
  serverFactory,
  log,
  onRoute,
}: HttpServerOptions): FastifyInstance {
  const isSecure = config.publicUrl.startsWith("https:");
  const loggerInstance: FastifyBaseLogger = log;
  const server = fastify({
    loggerInstance,
    // Logging every page view would cost more than serving the page; errors are logged where they occur.
    genReqId: createRequestIds(config.trustedProxies),
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would take a tenth of a page's response time.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: "idle",
    trustProxy: config.trustedProxies,
    requestTimeout: REQUEST_TIMEOUT,
    ...(serverFactory ? { serverFactory } : { http: HTTP_OPTIONS }),
    routerOptions: ROUTER_OPTIONS,
    rewriteUrl: ({ url = "/" }) => decodableUrl(url),
    schemaController: LAZY_VALIDATION,
    frameworkErrors: createUrlErrorHandler(isSecure),
  });
  warnOfHiddenVisitors(config, log);
  registerForwardedAddresses(server);
  if (onRoute) server.addHook("onRoute", onRoute);
  registerDefaultHeaders(server, isSecure);
  server.setErrorHandler(sendError);
  registerTextCheck(server);
  bindHosts(server, config, (request) => previewBehind(request) !== null);
  return server;
}

/** Warns if all visitors will appear to come from a proxy. The server itself does not serve TLS, so an https URL implies a proxy. */
function warnOfHiddenVisitors({ publicUrl, trustedProxies }: Config, log: Logger): void {
  if (!publicUrl.startsWith("https:") || trustedProxies.length > 0) return;
  log.warn(
    "TRUSTED_PROXIES is empty, but PUBLIC_URL is https. All visitors appear to come from your proxy, so they share rate limits and the budget for events of one network, and have no country. Set TRUSTED_PROXIES to the proxy's address.",
  );
}
