import { ONE_HOUR, type Timestamp } from "@marquee/contract";
import { QuerySchema } from "@marquee/contract/schema";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findApiKey } from "../apiKeys/apiKeyStore.ts";
import { ApiError } from "../errors/apiError.ts";
import { abortedBy } from "../http/abortedBy.ts";
import { strictBody } from "../http/consoleRoute.ts";
import { createRateLimit } from "../http/rateLimit.ts";
import type { SentQuery } from "../questions/checkQuery.ts";
import type { Questions } from "../questions/createQuestions.ts";
import type { CurrentSite } from "../site/startSite.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The key that the request was sent with; null outside of the public API. */
    apiKey: { id: string } | null;
  }
}

interface QueryRoutesOptions {
  db: RecordsDatabase;
  questions: Pick<Questions, "answer">;
  site: Pick<CurrentSite, "current">;
  now: () => Timestamp;
}

/** Requests of one key in an hour, as in Plausible's Stats API. */
export const MAX_REQUESTS = 600;
/** Failed attempts of one network in ten minutes. Keys can't be guessed, but each attempt costs a query. */
export const MAX_FAILURES = 100;
export const MAX_QUERY_BYTES = 64 * 1024;

/** The same for every reason, so that a response does not tell whether a key exists. */
const UNAUTHORIZED =
  "Invalid API key or site ID. Send a valid key in the header Authorization: Bearer KEY, not in the URL, and the site's ID as site_id.";

/** The public API for figures, with the routes, errors and limits of Plausible's Stats API v2 (docs/api.md). */
export function queryRoutes({ db, questions, site, now }: QueryRoutesOptions) {
  const requests = createRateLimit({ now, most: MAX_REQUESTS, window: ONE_HOUR });
  const failures = createRateLimit({ now, most: MAX_FAILURES });

  /** @throws {ApiError} unauthorized, too_many_requests. */
  const authenticate = async (request: FastifyRequest) => {
    limit(failures.check(request.ip), "Too many requests with an invalid API key.");
    const key = keyOf(request);
    const found = key === null ? null : await findApiKey(db, key, now());
    if (!found) {
      failures.take(request.ip);
      throw new ApiError("unauthorized", UNAUTHORIZED);
    }
    limit(requests.take(found.id), `An API key can send ${MAX_REQUESTS} requests an hour.`);
    return found;
  };

  return async (scope: FastifyInstance): Promise<void> => {
    scope.setErrorHandler(sendError);
    scope.decorateRequest("apiKey", null);
    // Before the body is read.
    scope.addHook("onRequest", async (request) => {
      request.apiKey = await authenticate(request);
    });
    scope.removeContentTypeParser("text/plain");

    scope.post<{ Body: SentQuery }>(
      "/query",
      { bodyLimit: MAX_QUERY_BYTES, schema: { body: QuerySchema }, validatorCompiler: strictBody },
      async ({ body, apiKey }, reply) => {
        if (body.site_id !== site.current().id) throw new ApiError("unauthorized", UNAUTHORIZED);
        return questions.answer(body, { id: `API key ${apiKey?.id}`, signal: abortedBy(reply) });
      },
    );

    scope.all("/*", async () => {
      throw new ApiError("not_found", "Unknown endpoint. Send queries to POST /api/v2/query.");
    });
  };
}

/** The key in the request's only Authorization header (RFC 6750, section 2.1). With several headers, a proxy might have checked another one. */
function keyOf({ headers, raw }: FastifyRequest): string | null {
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === "authorization").length > 1) return null;
  const [scheme = "", key = "", ...others] = (headers.authorization ?? "").split(" ").filter(Boolean);
  return scheme.toLowerCase() === "bearer" && others.length === 0 ? key || null : null;
}

/** @param wait seconds until the next request is allowed; null for now. @throws {ApiError} too_many_requests */
function limit(wait: number | null, reason: string): void {
  if (wait === null) return;
  const minutes = Math.ceil(wait / 60);
  throw new ApiError(
    "too_many_requests",
    `${reason} Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    wait,
  );
}

/** Errors have the format of Plausible's API: `{ "error": "what is wrong" }`. */
function sendError(
  error: ApiError | FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { statusCode = 500 } = error;
  if (error instanceof ApiError && error.retryAfter !== null)
    reply.header("retry-after", String(error.retryAfter));
  if (statusCode === 401) reply.header("www-authenticate", "Bearer");
  if (statusCode < 500 || error instanceof ApiError)
    return reply.status(statusCode).send({ error: messageOf(error) });
  if (!reply.raw.destroyed) request.log.error({ err: error }, "A query of the public API failed.");
  return reply.status(503).send({ error: "Data is unavailable right now. Try again in a moment." });
}

/** The parser's own messages may repeat the body. */
function messageOf(error: ApiError | FastifyError): string {
  if (error instanceof ApiError || error.code === "FST_ERR_VALIDATION") return error.message;
  if (error.statusCode === 413)
    return `The query is too large. Queries are limited to ${MAX_QUERY_BYTES / 1024} KB.`;
  if (error.statusCode === 415) return "Send the query as JSON with Content-Type: application/json.";
  return "The body is not a valid JSON object.";
}
