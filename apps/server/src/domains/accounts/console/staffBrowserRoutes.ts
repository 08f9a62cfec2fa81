import cookie from "@fastify/cookie";
import { STAFF_BROWSER_PATH } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import Type, { type Static } from "typebox";
import { createUncountedCookie } from "../../../ingest/exclusions.ts";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { sendError } from "../../../platform/http/sendError.ts";
import { SESSION_LIFETIME } from "../sessions.ts";
import { createStaffCookie } from "../staffCookie.ts";

const Change = Type.Object(
  { isSignedIn: Type.Optional(Type.Boolean()), isCounted: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);

interface StaffBrowserOptions {
  publicUrl: string;
  consoleUrl: string;
}

/**
 * On the site's host, the state of this browser for a console with its own host: whether someone is signed in, and whether its visits are counted. Both are
 * cookies of the site that grant no access. Only pages of the console may ask: browsers name the origin of a request, and no other page can forge it.
 */
export function staffBrowserRoutes({ publicUrl, consoleUrl }: StaffBrowserOptions) {
  const isSecure = publicUrl.startsWith("https:");
  const staff = createStaffCookie(isSecure);
  const uncounted = createUncountedCookie(isSecure);
  return async (scope: FastifyInstance): Promise<void> => {
    await scope.register(cookie);
    scope.setErrorHandler(sendError);
    scope.addHook("onRequest", async ({ headers }, reply) => {
      reply.header("vary", "origin");
      if (headers.origin !== consoleUrl)
        throw new ApiError("forbidden", `Only pages of the console at ${consoleUrl} can request this.`);
      reply.headers({
        "access-control-allow-origin": consoleUrl,
        "access-control-allow-credentials": "true",
      });
    });

    scope.get(STAFF_BROWSER_PATH, async ({ headers }) => ({ isCounted: !uncounted.isIn(headers.cookie) }));

    scope.post<{ Querystring: Static<typeof Change> }>(
      STAFF_BROWSER_PATH,
      { schema: { querystring: Change } },
      async ({ query: { isSignedIn, isCounted }, headers }, reply) => {
        if (isSignedIn === true) staff.set(reply, SESSION_LIFETIME);
        if (isSignedIn === false) staff.clear(reply);
        if (isCounted !== undefined) uncounted.set(reply, !isCounted);
        return { isCounted: isCounted ?? !uncounted.isIn(headers.cookie) };
      },
    );
  };
}
