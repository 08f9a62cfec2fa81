import type { FastifyInstance } from "fastify";
import { createUncountedCookie } from "../../../ingest/exclusions.ts";
import { addRoute } from "../addRoute.ts";

/**
 * Whether this browser's visits are counted. Open to everyone, for colleagues without an account: it affects only the browser that sends the request.
 * A page of another site cannot send it (see `checkMutation`), and a prefetch does not, because it takes a click.
 * @param isSecure whether the site is served over TLS.
 */
export function countingRoutes({ isSecure }: { isSecure: boolean }) {
  const uncounted = createUncountedCookie(isSecure);
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /counting", async ({ headers }) => ({ isCounted: !uncounted.isIn(headers.cookie) }));

    addRoute(scope, "PUT /counting", async ({ body: { isCounted } }, reply) => {
      uncounted.set(reply, !isCounted);
      return { isCounted };
    });
  };
}
