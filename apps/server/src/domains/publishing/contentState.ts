import type { Json } from "@marquee/contract";
import type { ContentState, IncludedRevision, PushedDraft, PushResponse } from "@marquee/contract/schema";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import { insertFilledDraft, publishedValue } from "./draftFields.ts";
import { checkCount, readDraft } from "./draftStore.ts";
import { checkDraft } from "./publish.ts";
import { changedAfter, knownRevision, listRevisionsAfter, readOverlay } from "./revisionStore.ts";
import type { Publishing } from "./startPublishing.ts";
import { readWritten } from "./translations/textHistory.ts";

/**
 * The published state, for a folder of files. @param included the revision that those files include; null for none.
 */
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
 * Creates a draft from changes in files.
 * @throws {ApiError} bad_request if this server's content has no such field, or something is too large.
 */
export async function createPushedDraft(
  db: RecordsDatabase,
  publishing: Publishing,
  pushed: PushedDraft,
  author: Author,
): Promise<Omit<PushResponse, "url">> {
  await publishing.refresh();
  const draft = await db.transaction(async (tx) => {
    await checkCount(tx);
    return insertFilledDraft(tx, pushed, publishing.published().items, author);
  });
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
 * The values at a revision of every field published since. Fields first published by a restoration may have no known earlier value;
 * they have the files' value.
 */
async function readBase(
  db: RecordsDatabase,
  publishing: Publishing,
  since: number,
): Promise<Record<string, Record<string, Json>>> {
  const revisions = await listRevisionsAfter(db, since);
  const numbers = revisions.map(({ number }) => number);
  const [changed, written, then] = await Promise.all([
    changedAfter(db, since),
    readWritten(db, numbers),
    readOverlay(db, since),
  ]);
  const first = new Map<string, Record<string, Json>>();
  for (const number of numbers.toReversed())
    for (const [item, { before }] of written.get(number) ?? [])
      first.set(item, { ...first.get(item), ...before });
  const base = [...changed].map(([item, pointers]) => {
    const earlierValues = { ...first.get(item), ...then?.get(item) };
    const valueAtPull = (pointer: string) =>
      Object.hasOwn(earlierValues, pointer)
        ? earlierValues[pointer]
        : publishedValue(publishing.files(), item, pointer);
    const values = [...pointers].map((pointer) => [pointer, valueAtPull(pointer) ?? null]);
    return [item, Object.fromEntries(values)];
  });
  return Object.fromEntries(base);
}
