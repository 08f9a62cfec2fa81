import { ONE_HOUR, type Timestamp } from "@marquee/contract";
import { MAX_XLIFF_BYTES } from "@marquee/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { oneAtATime } from "../../../platform/http/oneAtATime.ts";
import { pathId } from "../../../platform/http/pathId.ts";
import { createRateLimit } from "../../../platform/http/rateLimit.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { requireAccount } from "../../accounts/requireRole.ts";
import { mergeOverlay } from "../../content/overlay.ts";
import { readDraft, saveFields } from "../draftStore.ts";
import { planImport } from "../translations/importTranslations.ts";
import { readXliff } from "../translations/readXliff.ts";
import { textsOf } from "../translations/translatedTexts.ts";
import { createTranslationStates, markTranslation } from "../translations/translationStates.ts";
import { writeXliff } from "../translations/writeXliff.ts";
import type { ContentParts } from "./readContent.ts";
import { readLanguages, readTranslations } from "./readLanguages.ts";

interface TranslationRoutesOptions extends ContentParts {
  now: () => Timestamp;
}

const FILE = "application/octet-stream";
/** Files of one account in an hour. */
const MOST_FILES = 200;
/** The body is bytes, which schemas don't describe. */
const NOT_VALIDATED = { validatorCompiler: () => () => true };

/** Translations: everyone can read how far they are, owners and editors mark, export and import them. */
export function translationRoutes(options: TranslationRoutesOptions) {
  const { db, publishing, now } = options;
  const readStates = createTranslationStates(db);
  const limit = createRateLimit({ now, most: MOST_FILES, window: ONE_HOUR });
  const takeTurn = oneAtATime();

  /** All items as a draft has them. */
  const itemsIn = async (draft: number | undefined) => {
    if (draft === undefined) return publishing.published().items;
    const { fields } = await readDraft(db, draft);
    return publishing.build(mergeOverlay(publishing.head().overlay, fields, publishing.files())).items;
  };

  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /content/languages", async (request) => {
      return readLanguages(options, readStates, request.query.draft);
    });

    addRoute(scope, "PUT /content/translations/mark", async (request) => {
      const { email: actor } = request.account;
      const { item, pointer } = request.body;
      const texts = textsOf(publishing.published().items, item);
      if (!texts.some((text) => text.pointer === pointer))
        throw new ApiError("not_found", "This text is not published yet. Publish the page first.");
      await markTranslation(db, request.body, { actor, now: now() });
      return {};
    });

    addRoute(scope, "GET /content/translations/export", async (request, reply) => {
      const { locale, texts: wanted, item, draft } = request.query;
      const { texts } = await readTranslations(options, readStates, { draft, locales: [locale] });
      const isWanted = ({ state }: { state: string }) => {
        if (wanted === "open") return state === "missing" || state === "outdated";
        return wanted === "all" || wanted === state;
      };
      const chosen = texts.filter((text) => isWanted(text) && (item === undefined || text.item === item));
      if (chosen.length === 0)
        throw new ApiError("bad_request", "There are no such texts in this language. Export others.");
      reply.header("content-disposition", `attachment; filename="${locale}.xlf"`);
      return reply.type("application/xliff+xml").send(writeXliff(chosen, locale));
    });

    await scope.register(async (files) => {
      // Before a body is read.
      files.addHook("onRequest", async (request) => {
        const seconds = limit.take(requireAccount(request).email);
        if (seconds !== null)
          throw new ApiError("too_many_requests", "You have imported many files. Wait a while.", seconds);
      });
      files.addContentTypeParser(
        FILE,
        { parseAs: "buffer", bodyLimit: MAX_XLIFF_BYTES },
        (_request, body, done) => done(null, body),
      );

      addRoute(
        files,
        "POST /content/translations/check",
        async (request) => {
          const draft = request.query.draft === undefined ? undefined : pathId(String(request.query.draft));
          return takeTurn(
            async () => planImport(readXliff(bodyOf(request)), await itemsIn(draft), false).report,
          );
        },
        NOT_VALIDATED,
      );

      addRoute(
        files,
        "POST /content/drafts/:id/translations",
        async (request) => {
          const { email: actor } = request.account;
          const id = pathId(request.params.id);
          const withOutdated = String(request.query.outdated) === "true";
          return takeTurn(async () => {
            const file = readXliff(bodyOf(request));
            const { changes } = planImport(file, await itemsIn(id), withOutdated);
            if (changes.length > 0)
              await saveFields(db, id, changes, publishing.published().items, { actor, now: now() });
            return { changed: changes.length };
          });
        },
        NOT_VALIDATED,
      );
    });
  };
}

function bodyOf({ body }: Pick<FastifyRequest, "body">): Buffer {
  if (Buffer.isBuffer(body)) return body;
  throw new ApiError("unsupported", `Send the file itself with Content-Type: ${FILE}.`);
}
