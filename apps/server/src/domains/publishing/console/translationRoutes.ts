import type { Timestamp } from "@marquee/contract";
import { MAX_XLIFF_BYTES } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { oneAtATime } from "../../../platform/http/oneAtATime.ts";
import { pathId } from "../../../platform/http/pathId.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { saveFields } from "../draftFields.ts";
import { readDraft } from "../draftStore.ts";
import { planImport } from "../translations/importTranslations.ts";
import { readXliff } from "../translations/readXliff.ts";
import { textsOf } from "../translations/translatedTexts.ts";
import { createTranslationStates, markTranslation } from "../translations/translationStates.ts";
import { writeXliff } from "../translations/writeXliff.ts";
import type { ContentParts } from "./readContent.ts";
import { readLanguages, readTranslations } from "./readLanguages.ts";
import { fileIn, registerUploads, TAKES_FILE } from "./registerUploads.ts";

interface TranslationRoutesOptions extends ContentParts {
  now: () => Timestamp;
}

/** Translations: everyone can read their progress; owners and editors mark, export and import them. */
export function translationRoutes(options: TranslationRoutesOptions) {
  const { db, publishing, now } = options;
  const readStates = createTranslationStates(db);
  const limits = {
    most: 200,
    bodyLimit: MAX_XLIFF_BYTES,
    refusal: "You have imported too many files. Try again later.",
    now,
  };
  const takeTurn = oneAtATime();

  /** All items in a draft. */
  const itemsIn = async (draft: number | undefined) => {
    const { fields } = draft === undefined ? { fields: [] } : await readDraft(db, draft);
    return publishing.drafted(fields).items;
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
        throw new ApiError("bad_request", "No texts in this language match. Export other texts.");
      reply.header("content-disposition", `attachment; filename="${locale}.xlf"`);
      return reply.type("application/xliff+xml").send(writeXliff(chosen, locale));
    });

    await registerUploads(scope, limits, (files) => {
      addRoute(
        files,
        "POST /content/translations/check",
        async (request) => {
          const draft = request.query.draft === undefined ? undefined : pathId(String(request.query.draft));
          return takeTurn(
            async () => planImport(readXliff(fileIn(request)), await itemsIn(draft), false).report,
          );
        },
        TAKES_FILE,
      );

      addRoute(
        files,
        "POST /content/drafts/:id/translations",
        async (request) => {
          const { email: actor } = request.account;
          const id = pathId(request.params.id);
          const withOutdated = String(request.query.outdated) === "true";
          return takeTurn(async () => {
            const file = readXliff(fileIn(request));
            const { changes } = planImport(file, await itemsIn(id), withOutdated);
            if (changes.length > 0)
              await saveFields(db, id, changes, publishing.published().items, { actor, now: now() });
            return { changed: changes.length };
          });
        },
        TAKES_FILE,
      );
    });
  };
}
