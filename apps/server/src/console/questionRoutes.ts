import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { abortedBy } from "../http/abortedBy.ts";
import { addRoute, strictBody } from "../http/consoleRoute.ts";
import { reportChanges } from "../questions/reportChanges.ts";

/** Queries of screens. Leaving a screen closes its requests, and their queries end. */
export function questionRoutes(options: Parameters<typeof reportChanges>[0]) {
  const { questions } = options;
  const askerOf = (request: FastifyRequest, reply: FastifyReply) => ({
    id: `account ${request.account?.id}`,
    account: request.account?.id,
    signal: abortedBy(reply),
  });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(
      scope,
      "POST /query",
      async (request, reply) => questions.answer(request.body, askerOf(request, reply)),
      { validatorCompiler: strictBody },
    );
    addRoute(
      scope,
      "POST /query/changes",
      async (request, reply) => reportChanges(options, request.body, askerOf(request, reply)),
      { validatorCompiler: strictBody },
    );
  };
}
