import { ONE_SECOND, ONE_YEAR } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { isUncounted, UNCOUNTED_COOKIE } from "../collect/exclusions.ts";
import { addRoute, strictBody } from "../http/consoleRoute.ts";

/**
 * Whether this browser's visits are counted. Open to everyone, for colleagues without an account: it affects only the browser that sends the request.
 * A page of another site cannot send it (see `checkMutation`), and a prefetch does not, because it takes a click.
 * @param isSecure whether the site is served over TLS.
 */
export function countingRoutes({ isSecure }: { isSecure: boolean }) {
  // `lax` rather than `strict`, so that a visit that begins on another site is not counted either.
  const cookie = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /counting", async ({ headers }) => ({ isCounted: !isUncounted(headers.cookie) }));

    addRoute(
      scope,
      "PUT /counting",
      async ({ body: { isCounted } }, reply) => {
        if (isCounted) reply.clearCookie(UNCOUNTED_COOKIE, cookie);
        else reply.setCookie(UNCOUNTED_COOKIE, "1", { ...cookie, maxAge: ONE_YEAR / ONE_SECOND });
        return { isCounted };
      },
      { validatorCompiler: strictBody },
    );
  };
}
