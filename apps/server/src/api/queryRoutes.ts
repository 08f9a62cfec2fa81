import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import type { SecurityLog } from "../domains/accounts/securityLog.ts";
import { createKeyAuthentication } from "../domains/apiKeys/authenticateKey.ts";
import type { SentQuery } from "../domains/questions/checkQuery.ts";
import type { Questions } from "../domains/questions/createQuestions.ts";
import type { CurrentSite } from "../domains/site/startSite.ts";
import { ApiError } from "../platform/errors/apiError.ts";
import { abortedBy } from "../platform/http/abortedBy.ts";
import { ANY_TEXT } from "../platform/http/storableText.ts";
import { strictBody } from "../platform/http/strictBody.ts";
import { refuseUnknownQuery } from "../platform/http/unknownQuery.ts";
import type { RecordsDatabase } from "../platform/storage/records/records.ts";
import { API_ROUTES } from "./apiRoutes.ts";
import { createErrorHandler } from "./errorHandler.ts";

interface QueryRoutesOptions {
  db: RecordsDatabase;
  questions: Pick<Questions, "answer">;
  site: Pick<CurrentSite, "current">;
  security: Pick<SecurityLog, "note">;
  now: () => Timestamp;
}

/** The same for every reason, so that a response does not tell whether a key exists. */
const UNAUTHORIZED =
  "Invalid API key or site ID. Send a valid key in the Authorization header as Bearer KEY, not in the URL, and the site's ID as site_id.";

/** The public API for figures, with the routes, errors and limits of Plausible's Stats API v2 (docs/api.md). */
export function queryRoutes({ db, questions, site, security, now }: QueryRoutesOptions) {
  const route = API_ROUTES["POST /api/v2/query"];
  const authenticate = createKeyAuthentication({
    db,
    scope: "figures",
    refusal: UNAUTHORIZED,
    security,
    now,
  });

  return async (scope: FastifyInstance): Promise<void> => {
    scope.setErrorHandler(createErrorHandler(route));
    scope.decorateRequest("apiKey", null);
    // Runs before the body is read.
    scope.addHook("onRequest", async (request) => {
      request.apiKey = await authenticate(request);
    });
    refuseUnknownQuery(scope);
    scope.removeContentTypeParser("text/plain");

    scope.post<{ Body: SentQuery }>(
      "/query",
      { bodyLimit: route.maxBytes, schema: { body: route.body.schema }, validatorCompiler: strictBody },
      async ({ body, apiKey }, reply) => {
        if (body.site_id !== site.current().id) throw new ApiError("unauthorized", UNAUTHORIZED);
        const id = `API key ${apiKey?.id}`;
        return questions.answer(body, { id, format: "plausible", signal: abortedBy(reply) });
      },
    );

    scope.all("/*", ANY_TEXT, async () => {
      throw new ApiError("not_found", "Unknown endpoint. Send queries to POST /api/v2/query.");
    });
  };
}
