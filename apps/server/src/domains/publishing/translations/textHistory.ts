import { type Json, WHOLE_ITEM } from "@marquee/contract";
import { and, eq, inArray } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { contentHash } from "../../content/contentHash.ts";
import type { ItemOverlay } from "../../content/kinds/kindDeclaration.types.ts";
import { eachField } from "../../content/overlay.ts";
import { listRevisionsAfter, readChangedItems } from "../revisionStore.ts";
import { contentDraftFields, contentDrafts } from "../tables.ts";

/** A revision in which a text was published. */
export interface TextChange {
  number: number;
  at: number;
  /** Whether it restored an earlier text; otherwise, someone wrote it. */
  isRestored: boolean;
  /**
   * Hashes of the text before and after it; undefined if there was none. Restorations do not store the previous text.
   */
  before: string | undefined;
  after: string | undefined;
}

/** The revisions in which a text was published, the oldest first. */
export type ChangesOf = (item: string, pointer: string) => readonly TextChange[];

/** Revisions per read, so that the texts of a long history are not all in memory. */
const READ_AT_ONCE = 100;

type Hashes = ReadonlyMap<string, string>;
/** A revision's changes to the texts of an item: hashes by pointer. */
type ItemChange = Pick<TextChange, "number" | "at" | "isRestored"> & { before: Hashes; after: Hashes };

/** The history of published texts, as hashes. Each revision is read once. */
export function createTextHistory(db: RecordsDatabase): () => Promise<ChangesOf> {
  const changes = new Map<string, ItemChange[]>();
  let read = 0;
  let reading = Promise.resolve();
  const readMore = async () => {
    for (;;) {
      const revisions = await listRevisionsAfter(db, read, READ_AT_ONCE);
      const numbers = revisions.map(({ number }) => number);
      if (numbers.length === 0) return;
      const written = await readWritten(db, numbers);
      const restored = await readChangedItems(
        db,
        numbers.filter((number) => !written.has(number)),
      );
      for (const { number, at, changed } of revisions) {
        const fields = written.get(number);
        for (const [item, pointers] of Object.entries(changed)) {
          const after = fields ? fields.get(item)?.after : restored.get(number)?.get(item);
          const change = {
            number,
            at: at.getTime(),
            isRestored: !fields,
            before: hashesOf(item, fields?.get(item)?.before),
            after: hashesOf(item, after),
          };
          for (const pointer of pointers) add(`${item} ${pointer}`, change);
        }
        read = number;
      }
    }
  };
  const add = (address: string, change: ItemChange) => {
    const itemChanges = changes.get(address) ?? [];
    itemChanges.push(change);
    changes.set(address, itemChanges);
  };
  const changesOf: ChangesOf = (item, pointer) => {
    const [fieldChanges = [], whole = []] = [pointer, WHOLE_ITEM].map((at) => changes.get(`${item} ${at}`));
    const all = [...fieldChanges, ...whole].sort((one, other) => one.number - other.number);
    const original = all[0]?.before.get(pointer);
    return all.map(({ number, at, isRestored, before, after }) => ({
      number,
      at,
      isRestored,
      before: before.get(pointer),
      // A restored text without an overlay is the files' text.
      after: after.get(pointer) ?? (isRestored ? original : undefined),
    }));
  };
  return async () => {
    reading = reading.catch(() => undefined).then(readMore);
    await reading;
    return changesOf;
  };
}

function hashesOf(item: string, { [WHOLE_ITEM]: whole, ...fields }: ItemOverlay = {}): Hashes {
  const hashes = new Map<string, string>();
  const add = (pointer: string, value: Json) => {
    if (typeof value === "string") hashes.set(pointer, contentHash(value));
  };
  if (whole !== undefined && whole !== null) eachField(item, whole, add);
  for (const [pointer, value] of Object.entries(fields)) add(pointer, value);
  return hashes;
}

interface WrittenItem {
  /** The previously published values, and the draft's values, by JSON Pointer. */
  before: Record<string, Json>;
  after: Record<string, Json>;
}

/** The changes of the drafts published as these revisions, by revision and item, optionally only for some items. Restorations have no draft. */
export async function readWritten(
  db: RecordsDatabase,
  numbers: readonly number[],
  items?: readonly string[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, WrittenItem>>> {
  const written = new Map<number, Map<string, WrittenItem>>();
  if (numbers.length === 0) return written;
  const { item, pointer, change } = contentDraftFields;
  const rows = await db
    .select({ number: contentDrafts.publishedAs, item, pointer, change })
    .from(contentDraftFields)
    .innerJoin(contentDrafts, eq(contentDrafts.id, contentDraftFields.draft))
    .where(
      and(
        inArray(contentDrafts.publishedAs, [...numbers]),
        items === undefined ? undefined : inArray(item, [...items]),
      ),
    );
  for (const row of rows) {
    const changed = written.get(row.number ?? 0) ?? new Map<string, WrittenItem>();
    written.set(row.number ?? 0, changed);
    const writtenItem = changed.get(row.item) ?? { before: {}, after: {} };
    changed.set(row.item, writtenItem);
    writtenItem.before[row.pointer] = row.change.from;
    writtenItem.after[row.pointer] = row.change.value;
  }
  return written;
}
