import cookie from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import { listColleagues } from "../domains/accounts/accounts.ts";
import { addRoute } from "../domains/accounts/addRoute.ts";
import { countingRoutes } from "../domains/accounts/console/countingRoutes.ts";
import { noteAccess } from "../domains/accounts/console/noteAccess.ts";
import { addSecurityNotices } from "../domains/accounts/console/securityNotices.ts";
import { maySeePeople, requireAccess } from "../domains/accounts/requireRole.ts";
import { isEnrollmentPath } from "../domains/accounts/secondFactor/twoFactorPolicy.ts";
import { readSecurityLog } from "../domains/accounts/securityLog.ts";
import { hidePeople } from "../domains/people/privacy/hidePeople.ts";
import { ApiError } from "../platform/errors/apiError.ts";
import { hasOwnHost } from "../platform/http/hosts.ts";
import { checkMutation, checkRead } from "../platform/http/origin.ts";
import { sendError } from "../platform/http/sendError.ts";
import { ANY_TEXT } from "../platform/http/storableText.ts";
import { refuseUnknownQuery } from "../platform/http/unknownQuery.ts";
import { createConsoleParts, type PartsOptions } from "./createConsoleParts.ts";
import { type ConsoleParts, ROUTES } from "./routes.ts";

type MadeHere = ReturnType<typeof createConsoleParts>;
type AlertingParts = Pick<ConsoleParts, "alerts" | "channels" | "digests" | "preview">;

type ConsoleRoutesOptions = PartsOptions &
  Omit<ConsoleParts, keyof MadeHere | keyof AlertingParts> & { alerting: AlertingParts };

/** The site's content, which contributors may change. */
const CONTENT_PATHS = /^\/console\/api\/(?:content|page-texts)\b/;

/** Queries are sent by POST, but change nothing. */
const QUERY_PATH = "/console/api/query";

/** The console's API. Responses are JSON and never cached; `error.message` says what to do. */
export function consoleRoutes(options: ConsoleRoutesOptions) {
  const { security, now } = options;
  return async (scope: FastifyInstance): Promise<void> => {
    await scope.register(cookie);
    const parts = { ...options, ...options.alerting, ...createConsoleParts(options) };
    const { db, isSecure, sessions, policy, sessionWatch, hashEmail } = parts;

    scope.setErrorHandler(sendError);
    scope.decorateRequest("account", null);
    scope.addHook("onRequest", async (request, reply) => {
      reply.header("cache-control", "no-store");
      if (request.method === "GET") checkRead(request, options);
      else checkMutation(request, options);
      const { url, config } = request.routeOptions;
      if (config.row?.access === null) return;
      request.account = await sessions.find(request);
      if (!request.account) {
        sessions.markBrowser(null, request, reply);
        throw new ApiError("unauthorized", "Sign in to continue.");
      }
      if (!isEnrollmentPath(url?.replace("/console/api", "") ?? "")) await policy.check(request.account);
      // Checked before a body is read. An unknown path only requires a session.
      if (config.row) requireAccess(request, config.row, now());
    });
    refuseUnknownQuery(scope);
    scope.addHook("preSerialization", async (request, { statusCode }, answer) => {
      const isOwnText = CONTENT_PATHS.test(request.routeOptions.url ?? "");
      if (maySeePeople(request) || !request.account || isOwnText || statusCode >= 400) return answer;
      return hidePeople(answer, { except: await listColleagues(db) });
    });
    // Sign-outs, removals and role changes are all mutating requests, so sessions are rechecked after each one.
    scope.addHook("onResponse", async ({ method, routeOptions }, { statusCode }) => {
      if (method !== "GET" && statusCode < 400 && !routeOptions.url?.startsWith(QUERY_PATH))
        sessionWatch.check();
    });
    scope.addHook("preClose", async () => sessionWatch.stop());

    addSecurityNotices(scope, parts);
    noteAccess(scope, { security, hashEmail });
    addRoute(scope, "GET /security-log", async (request) => readSecurityLog(db, request.query));
    for (const routes of ROUTES) await scope.register(routes(parts));
    // With its own host, the console asks the site instead: see `staffBrowserRoutes`.
    if (!hasOwnHost(options)) await scope.register(countingRoutes({ isSecure }));

    // Otherwise "/console/*" would serve the console's document for an unknown API path.
    scope.all("/*", ANY_TEXT, async () => {
      throw new ApiError("not_found", "Unknown API endpoint.");
    });
  };
}
