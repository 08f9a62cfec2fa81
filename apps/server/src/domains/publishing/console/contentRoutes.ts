import type { SiteEntry, Timestamp } from "@marquee/contract";
import type { Draft } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { pathId } from "../../../platform/http/pathId.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Account } from "../../accounts/accounts.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { saveField, settleField } from "../draftFields.ts";
import { changeDraft, createDraft, listDrafts, readDraft } from "../draftStore.ts";
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

/** Content, drafts and publications: everyone can read them, contributors change drafts, editors and owners publish them. */
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

  const authorOf = ({ account }: { account: Account }) => ({ actor: account.email, now: now() });

  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /content", () => readContent(options, lastChanges));
    addRoute(scope, "GET /content/items/:key", ({ params: { key }, query: { draft } }) =>
      readContentItem(options, { lastChanges, readStates }, { key, draft }),
    );
    addRoute(scope, "GET /content/search", async ({ query }) => searchContent(options, query));
    addRoute(scope, "GET /content/redirects", ({ query }) => readRedirectRows(options, query));
    addRoute(scope, "GET /content/revisions", ({ query }) => readRevisions(options, query));
    addRoute(scope, "GET /content/revisions/:number", ({ params }) =>
      readRevision(options, pathId(params.number)),
    );

    addRoute(scope, "POST /content/drafts", async (request) =>
      answer(await createDraft(db, request.body.name, authorOf(request))),
    );
    addRoute(scope, "GET /content/drafts/:id", async ({ params }) => answer(pathId(params.id)));
    addRoute(scope, "PUT /content/drafts/:id", async (request) => {
      const id = pathId(request.params.id);
      await changeDraft(db, id, request.body, authorOf(request));
      return answer(id);
    });
    addRoute(scope, "PUT /content/drafts/:id/field", async (request) => {
      const id = pathId(request.params.id);
      return { field: await saveField(db, id, request.body, published(), authorOf(request)) };
    });
    addRoute(scope, "POST /content/drafts/:id/field", async ({ params, body }) => {
      const id = pathId(params.id);
      await settleField(db, id, body, published(), now());
      return answer(id);
    });
    addRoute(scope, "POST /content/drafts/:id/page", async (request) => {
      const id = pathId(request.params.id);
      const item = await changePage(db, publishing, { id, step: request.body }, authorOf(request));
      return { item, draft: await answer(id) };
    });

    addRoute(scope, "POST /content/drafts/:id/publish", async (request) => {
      const draft = { id: pathId(request.params.id), note: request.body.note };
      return { revision: await publishDraft(db, publishing, draft, authorOf(request)) };
    });
    addRoute(scope, "PUT /content/drafts/:id/schedule", async (request) => {
      const id = pathId(request.params.id);
      await scheduleDraft(db, publishing, { ...request.body, id }, authorOf(request));
      schedules.wake();
      return answer(id);
    });
    addRoute(scope, "POST /content/restore", async (request) => ({
      revision: await restore(db, publishing, request.body, authorOf(request)),
    }));
  };
}
