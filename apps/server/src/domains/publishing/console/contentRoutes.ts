import type { SiteEntry, Timestamp } from "@marquee/contract";
import type { Draft } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { pathId } from "../../../platform/http/pathId.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { changeDraft, createDraft, listDrafts, readDraft, saveField, settleField } from "../draftStore.ts";
import { changePage } from "../pageSteps.ts";
import { checkDraft, publishDraft, restore } from "../publish.ts";
import { scheduleDraft } from "../schedules.ts";
import type { Publishing } from "../startPublishing.ts";
import type { Schedules } from "../startSchedules.ts";
import { createTranslationStates } from "../translations/translationStates.ts";
import {
  createLastChanges,
  readContent,
  readContentItem,
  readUntranslated,
  searchContent,
} from "./readContent.ts";
import { readRedirectRows } from "./readRedirectRows.ts";
import { readRevision, readRevisions } from "./readRevisions.ts";

interface ContentRoutesOptions {
  db: RecordsDatabase;
  publishing: Publishing;
  schedules: Pick<Schedules, "wake">;
  listPageTexts: SiteEntry["listPageTexts"];
  now: () => Timestamp;
}

/** Content, its drafts and what was published: everyone can read them, contributors change drafts, editors and owners publish them. */
export function contentRoutes(options: ContentRoutesOptions) {
  const { db, publishing, schedules, now } = options;
  const lastChanges = createLastChanges(db);
  const readStates = createTranslationStates(db);
  const published = () => publishing.published().items;

  const answer = async (id: number): Promise<Draft> => {
    const draft = await readDraft(db, id);
    const fields =
      draft.state === "open" ? checkDraft(draft, publishing.head().overlay, publishing) : draft.fields;
    const items: Record<string, number> = {};
    for (const { item } of fields) items[item] = (items[item] ?? 0) + 1;
    const summary = (await listDrafts(db)).find((each) => each.id === id);
    const untranslated = draft.state === "open" ? await readUntranslated(publishing, readStates, draft) : [];
    return { ...draft, fields, items, pages: summary?.pages ?? [], untranslated };
  };

  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /content", () => readContent(options, lastChanges));

    addRoute(scope, "GET /content/items/:key", async (request) => {
      const { params, query } = request;
      return readContentItem(options, { lastChanges, readStates }, { key: params.key, draft: query.draft });
    });

    addRoute(scope, "GET /content/search", async (request) => {
      return searchContent(options, request.query);
    });

    addRoute(scope, "POST /content/drafts", async (request) => {
      const { email: actor } = request.account;
      return answer(await createDraft(db, request.body.name, { actor, now: now() }));
    });

    addRoute(scope, "GET /content/drafts/:id", async (request) => {
      return answer(pathId(request.params.id));
    });

    addRoute(scope, "PUT /content/drafts/:id", async (request) => {
      const { email: actor } = request.account;
      const id = pathId(request.params.id);
      await changeDraft(db, id, request.body, { actor, now: now() });
      return answer(id);
    });

    addRoute(scope, "PUT /content/drafts/:id/field", async (request) => {
      const { email: actor } = request.account;
      const { params, body } = request;
      const author = { actor, now: now() };
      return { field: await saveField(db, pathId(params.id), body, published(), author) };
    });

    addRoute(scope, "POST /content/drafts/:id/field", async (request) => {
      const id = pathId(request.params.id);
      await settleField(db, id, request.body, published(), now());
      return answer(id);
    });

    addRoute(scope, "POST /content/drafts/:id/page", async (request) => {
      const { email: actor } = request.account;
      const id = pathId(request.params.id);
      const item = await changePage(db, publishing, { id, step: request.body }, { actor, now: now() });
      return { item, draft: await answer(id) };
    });

    addRoute(scope, "GET /content/redirects", async (request) => {
      return readRedirectRows(options, request.query);
    });

    addRoute(scope, "POST /content/drafts/:id/publish", async (request) => {
      const { email: actor } = request.account;
      const draft = { id: pathId(request.params.id), note: request.body.note };
      return { revision: await publishDraft(db, publishing, draft, { actor, now: now() }) };
    });

    addRoute(scope, "PUT /content/drafts/:id/schedule", async (request) => {
      const { email: actor } = request.account;
      const id = pathId(request.params.id);
      await scheduleDraft(db, publishing, { ...request.body, id }, { actor, now: now() });
      schedules.wake();
      return answer(id);
    });

    addRoute(scope, "GET /content/revisions", async (request) => {
      return readRevisions(options, request.query);
    });

    addRoute(scope, "GET /content/revisions/:number", async (request) => {
      return readRevision(options, pathId(request.params.number));
    });

    addRoute(scope, "POST /content/restore", async (request) => {
      const { email: actor } = request.account;
      return { revision: await restore(db, publishing, request.body, { actor, now: now() }) };
    });
  };
}
