import type { Timestamp } from "@marquee/contract";
import {
  type ContentState,
  IncludedRevisionSchema,
  MAX_DRAFT_BYTES,
  MAX_UPLOAD_BYTES,
  type PushedDraft,
  PushedDraftSchema,
  type PushedImage,
  type PushResponse,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { SecurityLog } from "../domains/accounts/securityLog.ts";
import type { FoundKey } from "../domains/apiKeys/apiKeyStore.ts";
import { createKeyAuthentication } from "../domains/apiKeys/authenticateKey.ts";
import { readImageBytes } from "../domains/content/imageFiles.ts";
import { checkUpload } from "../domains/images/checkUpload.ts";
import { createPushedDraft, readContentState } from "../domains/publishing/contentState.ts";
import type { Publishing } from "../domains/publishing/startPublishing.ts";
import { readImage, storeImage } from "../domains/publishing/uploadedImages.ts";
import { ApiError } from "../platform/errors/apiError.ts";
import { consoleLink } from "../platform/http/consoleLink.ts";
import { oneAtATime } from "../platform/http/oneAtATime.ts";
import { ANY_TEXT } from "../platform/http/storableText.ts";
import { strictBody } from "../platform/http/strictBody.ts";
import { refuseUnknownQuery } from "../platform/http/unknownQuery.ts";
import type { RecordsDatabase } from "../platform/storage/records/records.ts";
import { createErrorHandler } from "./errorHandler.ts";

interface ContentApiOptions {
  db: RecordsDatabase;
  publishing: Publishing;
  /** Folders of the files, for the bytes of images that were not uploaded. */
  contentDirs: readonly string[];
  /** Origin of the console. */
  consoleUrl: string;
  security: Pick<SecurityLog, "note">;
  now: () => Timestamp;
}

const UNAUTHORIZED =
  "Invalid API key. Create a content key under API keys in the console, and send it in the Authorization header as Bearer KEY.";
/** Maximum body size: new and replaced values, plus their addresses. */
const MAX_BYTES = 4 * MAX_DRAFT_BYTES;
const FILE = "application/octet-stream";
const ImageParamsSchema = Type.Object({ hash: Type.String({ pattern: "^[0-9a-f]{64}$" }) });

/** The API of `npm run content`: reads what is published, and creates drafts and the uploads that they use. It publishes nothing. */
export function contentApi({ db, publishing, contentDirs, consoleUrl, security, now }: ContentApiOptions) {
  const authenticate = createKeyAuthentication({
    db,
    scope: "content",
    refusal: UNAUTHORIZED,
    security,
    now,
  });
  /** The bytes of an image that is published; null for others, such as those of drafts. */
  const readPublishedImage = async (hash: string): Promise<Buffer | null> => {
    const { images } = publishing.published().site;
    const [path, image] = Object.entries(images).find(([, { file }]) => file.hash === hash) ?? [];
    if (path === undefined || !image) return null;
    return (await readImage(db, hash)) ?? readImageBytes(contentDirs, path, image.file);
  };
  return async (scope: FastifyInstance): Promise<void> => {
    scope.setErrorHandler(createErrorHandler({ what: "draft", maxBytes: MAX_BYTES }));
    scope.decorateRequest("apiKey", null);
    // Runs before the body is read.
    scope.addHook("onRequest", async (request) => {
      request.apiKey = await authenticate(request);
    });
    refuseUnknownQuery(scope);
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
        const author = { actor: actorOf(apiKey), now: now() };
        return {
          ...(await createPushedDraft(db, publishing, body, author)),
          url: consoleLink(consoleUrl, "/pages"),
        };
      },
    );

    scope.get<{ Params: { hash: string } }>(
      "/images/:hash",
      { schema: { params: ImageParamsSchema } },
      async ({ params: { hash } }, reply) => {
        const body = await readPublishedImage(hash);
        if (!body)
          throw new ApiError("not_found", "No published image has these bytes. It was replaced; pull again.");
        return reply.type(FILE).header("x-content-type-options", "nosniff").send(body);
      },
    );

    await scope.register(async (uploads) => {
      uploads.setErrorHandler(createErrorHandler({ what: "image", maxBytes: MAX_UPLOAD_BYTES }));
      const parsing = { parseAs: "buffer", bodyLimit: MAX_UPLOAD_BYTES } as const;
      uploads.removeAllContentTypeParsers();
      uploads.addContentTypeParser(FILE, parsing, (_request, body, done) => done(null, body));
      const takeTurn = oneAtATime();
      uploads.post<{ Body: Buffer }>("/images", async ({ body, apiKey }): Promise<PushedImage> => {
        if (!Buffer.isBuffer(body))
          throw new ApiError("unsupported", `Send the file itself with Content-Type: ${FILE}.`);
        return takeTurn(async () => {
          const file = await checkUpload(body);
          await storeImage(db, { file, body }, { actor: actorOf(apiKey), now: now() });
          return { file };
        });
      });
    });

    scope.all("/*", ANY_TEXT, async () => {
      throw new ApiError("not_found", "Unknown endpoint.");
    });
  };
}

function actorOf(key: FoundKey | null): string {
  return `API key ${key?.name}`;
}
