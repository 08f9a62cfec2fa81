import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";

/** A request as logged: only the method is chosen by the client. */
export interface DescribedRequest {
  method?: string;
  /** The pattern of its route, as in `/shared/:token`; null without a route. */
  route?: string | null;
}

const REQUEST = Symbol("request");

/** Adds the request to its logger's lines. Cheaper than a child logger, which would write its fields beforehand. */
export function bindRequest(request: FastifyRequest, reply: FastifyReply): void {
  const log: FastifyBaseLogger & { [REQUEST]?: FastifyRequest } = Object.create(request.log);
  log[REQUEST] = request;
  request.log = log;
  reply.log = log;
}

/** The request of a logger; null for one that belongs to none. */
export function requestOf(log: object): FastifyRequest | null {
  return (log as { [REQUEST]?: FastifyRequest })[REQUEST] ?? null;
}

/** The form in which all requests are logged. */
export function describeRequest(request: unknown): DescribedRequest {
  if (typeof request !== "object" || request === null) return {};
  const { method, route, routeOptions } = request as DescribedRequest & Partial<FastifyRequest>;
  const pattern = routeOptions ? (routeOptions.url ?? null) : route;
  return {
    ...(typeof method === "string" && { method }),
    ...((typeof pattern === "string" || pattern === null) && { route: pattern }),
  };
}
