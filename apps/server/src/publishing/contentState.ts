import type { Json } from "@marquee/contract";
import type { ContentState, IncludedRevision, PushedDraft, PushResponse } from "@marquee/contract/schema";
import { desc, eq, gt } from "drizzle-orm";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { contentDraftFields, contentDrafts } from "../storage/records/schema.ts";
import type { Author } from "../versioned/versionedRecord.types.ts";
import { createFilledDraft, publishedValue } from "./draftFields.ts";
import { readDraft } from "./draftStore.ts";
import { checkDraft } from "./publish.ts";
import { changedAfter, knownRevision, readOverlay } from "./revisionStore.ts";
import type { Publishing } from "./startPublishing.ts";

/** What is published, for a folder of files. @param included the revision that those files include; null for none. */
export async function readContentState(
  db: RecordsDatabase,
  publishing: Publishing,
  included: IncludedRevision | null,
): Promise<ContentState> {
  await publishing.refresh();
  const since = await knownRevision(db, included);
  const base = await readBase(db, publishing, since);
  return { ...readItems(publishing), isKnown: !included || since > 0, base };
}

/**
 * Creates a draft of what was changed in files.
 * @throws {ApiError} bad_request if this server's content has no such field, or something is too large.
 */
export async function createPushedDraft(
  db: RecordsDatabase,
  publishing: Publishing,
  pushed: PushedDraft,
  author: Author,
): Promise<Omit<PushResponse, "url">> {
  await publishing.refresh();
  const draft = await createFilledDraft(db, pushed, publishing.published().items, author);
  const fields = checkDraft(await readDraft(db, draft), publishing.head().overlay, publishing);
  return {
    draft,
    conflicts: fields.flatMap(({ item, pointer, conflict }) => (conflict ? [{ item, pointer }] : [])),
    problems: fields.flatMap(({ item, pointer, problem }) => (problem ? [{ item, pointer, problem }] : [])),
  };
}

function readItems(publishing: Publishing): Pick<ContentState, "head" | "items"> {
  const { number, id } = publishing.head();
  const files = publishing.files();
  const items = [...publishing.published().items].map(([key, published]) => {
    const file = files.get(key);
    const isAsInFile = file === undefined || JSON.stringify(file) === JSON.stringify(published);
    return [key, { published, ...(!isAsInFile && { file }) }] as const;
  });
  return { head: { number, id }, items: Object.fromEntries(items) };
}

/**
 * The values as of a revision of every field that was published since. Those that a restoration published first may have no known value
 * then: they have that of the files.
 */
async function readBase(
  db: RecordsDatabase,
  publishing: Publishing,
  since: number,
): Promise<Record<string, Record<string, Json>>> {
  const [changed, first, then] = await Promise.all([
    changedAfter(db, since),
    readFirstValues(db, since),
    readOverlay(db, since),
  ]);
  const base = [...changed].map(([item, pointers]) => {
    const known = { ...first.get(item), ...then?.get(item) };
    const valueAtPull = (pointer: string) =>
      Object.hasOwn(known, pointer) ? known[pointer] : publishedValue(publishing.files(), item, pointer);
    const values = [...pointers].map((pointer) => [pointer, valueAtPull(pointer) ?? null]);
    return [item, Object.fromEntries(values)];
  });
  return Object.fromEntries(base);
}

/**
 * What was published before the first publication of each field after a revision: values by item key and pointer. Fields that a
 * restoration published first are not among them.
 */
async function readFirstValues(
  db: RecordsDatabase,
  after: number,
): Promise<Map<string, Record<string, Json>>> {
  const rows = await db
    .select({
      item: contentDraftFields.item,
      pointer: contentDraftFields.pointer,
      change: contentDraftFields.change,
    })
    .from(contentDraftFields)
    .innerJoin(contentDrafts, eq(contentDrafts.id, contentDraftFields.draft))
    .where(gt(contentDrafts.publishedAs, after))
    .orderBy(desc(contentDrafts.publishedAs));
  const values = new Map<string, Record<string, Json>>();
  for (const { item, pointer, change } of rows)
    values.set(item, { ...values.get(item), [pointer]: change.from });
  return values;
}
