import {
  CONSOLE_API,
  type ConsoleRoute,
  type ConsoleRouteTypes,
  type RouteRow,
} from "@marquee/contract/schema";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { strictBody } from "../../platform/http/strictBody.ts";
import type { SignedInAccount } from "./accounts.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The row of a route of the console's API. */
    row?: RouteRow;
  }
}

/** Names the routes whose responses a request has changed, so that the console refetches them. */
const INVALIDATES_HEADER = "x-invalidates";
/**
 * Status codes that mean the console shows outdated data: the record is gone, or someone else has changed it.
 */
const OUTDATED: readonly number[] = [404, 409];

interface RouteGeneric<Route extends ConsoleRoute> {
  Params: ConsoleRouteTypes<Route>["params"];
  Querystring: ConsoleRouteTypes<Route>["query"];
  Body: ConsoleRouteTypes<Route>["body"];
}

/** A request to a route. Routes that require a sign-in have an account. */
type ConsoleRequest<Route extends ConsoleRoute> = FastifyRequest<RouteGeneric<Route>> &
  ((typeof CONSOLE_API)[Route]["access"] extends null ? unknown : { account: SignedInAccount });

/** Returns the response, or the reply if it already sent one. */
type Handler<Route extends ConsoleRoute> = (
  request: ConsoleRequest<Route>,
  reply: FastifyReply,
) => Promise<ConsoleRouteTypes<Route>["response"] | FastifyReply> | undefined;

/**
 * Adds one route of `CONSOLE_API`. Its row says who may use it (checked before the body is read), what its query and body are, and what the console refetches
 * after it.
 */
export function addRoute<Route extends ConsoleRoute>(
  scope: FastifyInstance,
  route: Route,
  handler: Handler<Route>,
  options: Pick<RouteShorthandOptions, "validatorCompiler" | "exposeHeadRoute" | "config"> = {},
): void {
  const [method = "", url = ""] = route.split(" ");
  const row: RouteRow = CONSOLE_API[route];
  const { query, body, invalidates = [] } = row;
  scope.route<RouteGeneric<Route>>({
    // A body beside a query is a file, which has no schema.
    ...(body && !query && { validatorCompiler: strictBody }),
    ...options,
    config: { ...options.config, row },
    method,
    url,
    schema: { ...(query && { querystring: query }), ...(body && { body }) },
    ...(invalidates.length > 0 && {
      onSend: async (_request, reply) => {
        if (reply.statusCode < 400 || OUTDATED.includes(reply.statusCode))
          reply.header(INVALIDATES_HEADER, invalidates.join(", "));
      },
    }),
    // Safe cast: Fastify cannot derive the handler's types from a generic route, and `Handler` takes them from the same table.
    handler: handler as never,
  });
}
