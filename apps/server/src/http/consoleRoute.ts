import {
  CONSOLE_API,
  type ConsoleRoute,
  type ConsoleRouteTypes,
  type RouteSchemas,
} from "@marquee/contract/schema";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";

interface RouteGeneric<Route extends ConsoleRoute> {
  Params: ConsoleRouteTypes<Route>["params"];
  Querystring: ConsoleRouteTypes<Route>["query"];
  Body: ConsoleRouteTypes<Route>["body"];
}

/** Returns the response, or the reply that it has sent itself. */
type Handler<Route extends ConsoleRoute> = (
  request: FastifyRequest<RouteGeneric<Route>>,
  reply: FastifyReply,
) => Promise<ConsoleRouteTypes<Route>["response"] | FastifyReply> | undefined | undefined;

/** Adds one route of `CONSOLE_API`: its query and body are validated by the table's schemas before `handler` sees them. */
export function addRoute<Route extends ConsoleRoute>(
  scope: FastifyInstance,
  route: Route,
  handler: Handler<Route>,
  options: Pick<RouteShorthandOptions, "validatorCompiler" | "exposeHeadRoute"> = {},
): void {
  const [method = "", url = ""] = route.split(" ");
  const { query, body }: RouteSchemas = CONSOLE_API[route];
  const schema = { ...(query ? { querystring: query } : {}), ...(body ? { body } : {}) };
  // Fastify cannot derive the handler's types from a generic route; `Handler` took them from the same table.
  scope.route<RouteGeneric<Route>>({ ...options, method, url, schema, handler: handler as never });
}
