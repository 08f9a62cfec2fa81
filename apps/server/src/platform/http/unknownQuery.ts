import type { FastifyInstance } from "fastify";
import { ApiError } from "../errors/apiError.ts";
import { shortName } from "./storableText.ts";

/**
 * Rejects query parameters that are not in the schema of a route in `scope`: 400 with the allowed ones. Fastify's validator would drop them, so a
 * mistyped filter would select everything. The route for unknown endpoints (`/*`) answers on its own.
 */
export function refuseUnknownQuery(scope: FastifyInstance): void {
  scope.addHook("preValidation", ({ query, routeOptions: { url, schema } }, _reply, done) => {
    // Fastify's parser creates an object without a prototype, so `__proto__` is an ordinary name.
    const names = url?.endsWith("/*") ? [] : Object.keys(query as object);
    const { properties = {} } = (schema?.querystring ?? {}) as { properties?: object };
    const unknown = names.find((name) => !Object.hasOwn(properties, name));
    if (unknown === undefined) return done();
    const accepted = Object.keys(properties).join(", ");
    const hint = accepted === "" ? "This endpoint takes none." : `This endpoint accepts: ${accepted}.`;
    done(new ApiError("bad_request", `Unknown query parameter "${shortName(unknown)}". ${hint}`));
  });
}
