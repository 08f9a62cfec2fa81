import {
  CONSOLE_API,
  type ConsoleRoute,
  type ConsoleRouteTypes,
  type RouteSchemas,
} from "@marquee/contract/schema";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  RouteShorthandOptions,
} from "fastify";
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";

/**
 * Validates a body without changing it. Fastify's own validator converts types and drops unknown properties, which helps
 * with query strings but would change the data to save.
 */
export const strictBody: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  return (body: unknown) => {
    const validator = validatorOf(schema);
    if (validator.Check(body)) return { value: body };
    const [problem] = validator.Errors(body);
    // The schema of what `additionalProperties: false` forbids.
    const message = problem?.message === "schema is false" ? "is an unknown property" : problem?.message;
    return { error: new Error(`${problem?.instancePath || "The body"} ${message ?? "is wrong"}.`) };
  };
};

const validators = new WeakMap<TSchema, Validator>();

/** Compiles a schema with its first body: those of all routes together take as much processor time as adding all routes. */
function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const compiled = Compile(schema);
  validators.set(schema, compiled);
  return compiled;
}

interface RouteGeneric<Route extends ConsoleRoute> {
  Params: ConsoleRouteTypes<Route>["params"];
  Querystring: ConsoleRouteTypes<Route>["query"];
  Body: ConsoleRouteTypes<Route>["body"];
}

/** Returns the response, or the reply if it already sent one. */
type Handler<Route extends ConsoleRoute> = (
  request: FastifyRequest<RouteGeneric<Route>>,
  reply: FastifyReply,
) => Promise<ConsoleRouteTypes<Route>["response"] | FastifyReply> | undefined;

/** Adds one route of `CONSOLE_API`. Fastify validates its query and body with the schemas in that table before it calls `handler`. */
export function addRoute<Route extends ConsoleRoute>(
  scope: FastifyInstance,
  route: Route,
  handler: Handler<Route>,
  options: Pick<RouteShorthandOptions, "validatorCompiler" | "exposeHeadRoute" | "config"> = {},
): void {
  const [method = "", url = ""] = route.split(" ");
  const { query, body }: RouteSchemas = CONSOLE_API[route];
  const schema = { ...(query ? { querystring: query } : {}), ...(body ? { body } : {}) };
  // Safe cast: Fastify cannot derive the handler's types from a generic route, and `Handler` takes them from the same table.
  scope.route<RouteGeneric<Route>>({ ...options, method, url, schema, handler: handler as never });
}
