import type { FastifyInstance } from "fastify";
import { abortedBy } from "../http/abortedBy.ts";
import { addRoute, strictBody } from "../http/consoleRoute.ts";
import type { Questions } from "../questions/createQuestions.ts";

/** Queries of screens. Leaving a screen closes its requests, and their queries end. */
export function questionRoutes(questions: Questions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(
      scope,
      "POST /query",
      async (request, reply) => {
        const asker = { id: `account ${request.account?.id}`, signal: abortedBy(reply) };
        return questions.answer(request.body, asker);
      },
      { validatorCompiler: strictBody },
    );
  };
}
