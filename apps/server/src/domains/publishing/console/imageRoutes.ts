import { cutText, type Timestamp } from "@marquee/contract";
import { MAX_UPLOAD_BYTES } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { oneAtATime } from "../../../platform/http/oneAtATime.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { checkUpload } from "../../images/checkUpload.ts";
import type { ImageLinks } from "../imageLinks.ts";
import { storeImage } from "../uploadedImages.ts";
import { type ContentParts, createLastChanges } from "./readContent.ts";
import { freePath, readImages } from "./readImages.ts";
import { fileIn, registerUploads, TAKES_FILE } from "./registerUploads.ts";

interface ImageRoutesOptions extends ContentParts {
  imageLinks: ImageLinks;
  now: () => Timestamp;
}

const NAME_MAX_LENGTH = 255;

/** Images: everyone can read them, owners and editors upload originals, which drafts then use. */
export function imageRoutes(options: ImageRoutesOptions) {
  const { db, imageLinks: links, now } = options;
  const lastChanges = createLastChanges(db);
  const takeTurn = oneAtATime();
  const limits = {
    most: 500,
    bodyLimit: MAX_UPLOAD_BYTES,
    refusal: "You have uploaded too many images. Try again later.",
    now,
  };

  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /content/images", ({ query: { draft } }) =>
      readImages(options, { lastChanges, links, draft }),
    );
    await registerUploads(scope, limits, (files) =>
      addRoute(
        files,
        "POST /content/images",
        async (request) => {
          const body = fileIn(request);
          const name = cutText(nameIn(request.query), NAME_MAX_LENGTH);
          return takeTurn(async () => {
            const file = await checkUpload(body);
            await storeImage(db, { file, body }, { actor: request.account.email, now: now() });
            const path = await freePath(options, { name, format: file.format });
            return { path, file, version: links.sign(file.hash) };
          });
        },
        TAKES_FILE,
      ),
    );
  };
}

/** Queries of such routes are not validated. */
function nameIn(query: object): string {
  const { name } = query as { name?: unknown };
  return typeof name === "string" ? name : "";
}
