import type { Timestamp } from "@marquee/contract";
import {
  type ContentState,
  IncludedRevisionSchema,
  MAX_DRAFT_BYTES,
  type PushedDraft,
  PushedDraftSchema,
  type PushResponse,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { createKeyAuthentication } from "../apiKeys/authenticateKey.ts";
import { ApiError } from "../errors/apiError.ts";
import { strictBody } from "../http/consoleRoute.ts";
import { createPushedDraft, readContentState } from "../publishing/contentState.ts";
import type { Publishing } from "../publishing/startPublishing.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { createErrorHandler } from "./errorHandler.ts";

interface ContentApiOptions {
  db: RecordsDatabase;
  publishing: Publishing;
  /** Origin of the site. */
  publicUrl: string;
  now: () => Timestamp;
}

const UNAUTHORIZED =
  "Invalid API key. Create one for content under API keys in the console, and send it in the header Authorization: Bearer KEY.";
/** Values and the values that they replace, with room for their addresses. */
const MAX_BYTES = 4 * MAX_DRAFT_BYTES;

/** The API of `npm run content`: reads what is published and in drafts of this server's content, and creates drafts. It publishes nothing. */
export function contentApi({ db, publishing, publicUrl, now }: ContentApiOptions) {
  const authenticate = createKeyAuthentication({ db, scope: "content", refusal: UNAUTHORIZED, now });
  return async (scope: FastifyInstance): Promise<void> => {
    scope.setErrorHandler(createErrorHandler({ what: "draft", maxBytes: MAX_BYTES }));
    scope.decorateRequest("apiKey", null);
    // Before the body is read.
    scope.addHook("onRequest", async (request) => {
      request.apiKey = await authenticate(request);
    });
    scope.removeContentTypeParser("text/plain");

    scope.get<{ Querystring: { revision?: number; id?: string } }>(
      "/state",
      { schema: { querystring: Type.Partial(IncludedRevisionSchema) } },
      async ({ query: { revision, id } }): Promise<ContentState> => {
        const included = revision !== undefined && id !== undefined ? { revision, id } : null;
        return readContentState(db, publishing, included);
      },
    );

    scope.post<{ Body: PushedDraft }>(
      "/drafts",
      { bodyLimit: MAX_BYTES, schema: { body: PushedDraftSchema }, validatorCompiler: strictBody },
      async ({ body, apiKey }): Promise<PushResponse> => {
        const author = { actor: `API key ${apiKey?.name}`, now: now() };
        return {
          ...(await createPushedDraft(db, publishing, body, author)),
          url: `${publicUrl}/console/pages`,
        };
      },
    );

    scope.all("/*", async () => {
      throw new ApiError("not_found", "Unknown endpoint.");
    });
  };
}
