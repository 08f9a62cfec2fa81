import { cutText, ONE_HOUR, type Timestamp } from "@marquee/contract";
import { MAX_UPLOAD_BYTES } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { oneAtATime } from "../../../platform/http/oneAtATime.ts";
import { createRateLimit } from "../../../platform/http/rateLimit.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { requireAccount } from "../../accounts/requireRole.ts";
import { checkUpload } from "../../images/checkUpload.ts";
import type { ImageLinks } from "../imageLinks.ts";
import { storeImage } from "../uploadedImages.ts";
import { type ContentParts, createLastChanges } from "./readContent.ts";
import { freePath, readImages } from "./readImages.ts";

interface ImageRoutesOptions extends ContentParts {
  imageLinks: ImageLinks;
  now: () => Timestamp;
}

const FILE = "application/octet-stream";
/** The body is bytes, which schemas don't describe. */
const NOT_VALIDATED = { validatorCompiler: () => () => true };
const NAME_MAX_LENGTH = 255;
/** Uploads of one account in an hour. */
const MOST_UPLOADS = 500;

/** Images: everyone can read them, owners and editors upload originals, which drafts then use. */
export function imageRoutes(options: ImageRoutesOptions) {
  const { db, imageLinks: links, now } = options;
  const lastChanges = createLastChanges(db);
  const limit = createRateLimit({ now, most: MOST_UPLOADS, window: ONE_HOUR });

  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /content/images", async (request) => {
      return readImages(options, { lastChanges, links, draft: request.query.draft });
    });

    await scope.register(async (uploads) => {
      // Before a body is read.
      uploads.addHook("onRequest", async (request) => {
        const seconds = limit.take(requireAccount(request).email);
        if (seconds !== null)
          throw new ApiError("too_many_requests", "You have uploaded many images. Wait a while.", seconds);
      });
      const takeTurn = oneAtATime();
      uploads.addContentTypeParser(
        FILE,
        { parseAs: "buffer", bodyLimit: MAX_UPLOAD_BYTES },
        (_request, body, done) => done(null, body),
      );

      addRoute(
        uploads,
        "POST /content/images",
        async (request) => {
          const { email: actor } = request.account;
          const { name, body } = uploadOf(request);
          return takeTurn(async () => {
            const file = await checkUpload(body);
            await storeImage(db, { file, body }, { actor, now: now() });
            const path = await freePath(options, { name, format: file.format });
            return { path, file, version: links.sign(file.hash) };
          });
        },
        NOT_VALIDATED,
      );
    });
  };
}

function uploadOf({ body, query }: { body: unknown; query: unknown }): { body: Buffer; name: string } {
  if (!Buffer.isBuffer(body))
    throw new ApiError("unsupported", `Send the file itself with Content-Type: ${FILE}.`);
  const { name } = query as { name?: unknown };
  return { body, name: typeof name === "string" ? cutText(name, NAME_MAX_LENGTH) : "" };
}
