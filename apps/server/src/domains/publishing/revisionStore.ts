import { isJsonObject, type Json, type Timestamp, WHOLE_ITEM } from "@marquee/contract";
import type { DraftPage, IncludedRevision } from "@marquee/contract/schema";
import { and, desc, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import QuickLRU from "quick-lru";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { rowsOf } from "../../platform/storage/records/rowsOf.ts";
import { contentHash } from "../content/contentHash.ts";
import type { ItemOverlay } from "../content/kinds/kindDeclaration.types.ts";
import { isSame, type Overlay } from "../content/overlay.ts";
import { contentObjects, contentRevisions } from "./tables.ts";

type Reader = Pick<RecordsDatabase, "select">;
/** The part of a transaction that publishing needs. */
export type PublishingTransaction = Pick<RecordsDatabase, "select" | "insert" | "execute">;
export type RevisionRow = typeof contentRevisions.$inferSelect;

/** The published state: the latest revision, or only the files before the first. */
export interface Head {
  /** 0 before the first revision. */
  number: number;
  id: string | null;
  /** What is in effect over the files: fields published after the revision that the files include. */
  overlay: Overlay;
  /** The complete tree, for instances whose files include less. */
  stored: Overlay;
}

export const EMPTY_HEAD: Head = { number: 0, id: null, overlay: new Map(), stored: new Map() };

/** Any number that no other advisory lock uses. */
const LOCK = 1_768_715_331;
/** Notification channel that every instance listens to. */
export const CHANNEL = "marquee_content";

/** Waits until no other transaction, of any server instance, publishes. */
export async function lockPublishing(tx: Pick<PublishingTransaction, "execute">): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
}

/** Number of the latest revision, or of the latest one at a time; 0 before the first. */
export async function readHeadNumber(db: Reader, at?: Timestamp): Promise<number> {
  const [row] = await db
    .select({ number: contentRevisions.number })
    .from(contentRevisions)
    .where(at === undefined ? undefined : lte(contentRevisions.at, new Date(at)))
    .orderBy(desc(contentRevisions.number))
    .limit(1);
  return row?.number ?? 0;
}

/** @param included the revision that the files include; null for none. */
export async function readHead(db: Reader, included: IncludedRevision | null): Promise<Head> {
  const number = await readHeadNumber(db);
  const row = number > 0 ? await findRevision(db, number) : null;
  if (!row) return EMPTY_HEAD;
  const stored = await readTree(db, row.tree);
  const since = await knownRevision(db, included);
  const overlay = since === 0 ? stored : restrictTo(stored, await changedAfter(db, since));
  return { number, id: row.id, overlay, stored };
}

/** The number of the revision that the files include; 0 if they include no revision of this store. */
export async function knownRevision(db: Reader, included: IncludedRevision | null): Promise<number> {
  const row = included && (await findRevision(db, included.revision));
  return row && row.id === included.id ? row.number : 0;
}

/** The fields that later revisions published: pointers by item key. */
export async function changedAfter(
  db: Reader,
  number: number,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const fields = new Map<string, Set<string>>();
  for (const { changed } of await listRevisionsAfter(db, number))
    for (const [item, pointers] of Object.entries(changed))
      fields.set(item, new Set([...(fields.get(item) ?? []), ...pointers]));
  return fields;
}

function restrictTo(overlay: Overlay, fields: ReadonlyMap<string, ReadonlySet<string>>): Overlay {
  const restricted = [...overlay].map(([item, changes]): [string, ItemOverlay] => {
    const pointers = fields.get(item);
    // Unchanged items keep their identity.
    if (pointers && Object.keys(changes).every((pointer) => pointers.has(pointer))) return [item, changes];
    return [item, Object.fromEntries(Object.entries(changes).filter(([pointer]) => pointers?.has(pointer)))];
  });
  return new Map(restricted.filter(([, changes]) => Object.keys(changes).length > 0));
}

export async function findRevision(db: Reader, number: number): Promise<RevisionRow | null> {
  const [row] = await db.select().from(contentRevisions).where(eq(contentRevisions.number, number));
  return row ?? null;
}

/** The overlay of a revision. Revision 0 has only the files; null if there is no such revision. */
export async function readOverlay(db: Reader, number: number): Promise<Overlay | null> {
  if (number === 0) return EMPTY_HEAD.overlay;
  const row = await findRevision(db, number);
  return row && readTree(db, row.tree);
}

/** Changed items by hash. They are immutable, so the same object is used in every revision, and nothing built from it is rebuilt. */
const objects = new QuickLRU<string, ItemOverlay>({ maxSize: 2000 });
const MAX_KEPT_BYTES = 32 * 1024;

async function readTree(db: Reader, tree: string): Promise<Overlay> {
  const [root] = await db.select().from(contentObjects).where(eq(contentObjects.hash, tree));
  if (!root) throw new Error(`The tree ${tree} of a revision is missing from the record store.`);
  const hashes = [...new Set(Object.values(root.value) as string[])];
  const byHash = new Map(hashes.map((hash) => [hash, objects.get(hash)]));
  const unknown = hashes.filter((hash) => !byHash.get(hash));
  const rows =
    unknown.length > 0
      ? await db.select().from(contentObjects).where(inArray(contentObjects.hash, unknown))
      : [];
  for (const { hash, value } of rows) {
    byHash.set(hash, value);
    if (JSON.stringify(value).length <= MAX_KEPT_BYTES) objects.set(hash, value);
  }
  return new Map(
    Object.entries(root.value).map(([item, hash]): [string, ItemOverlay] => {
      const value = byHash.get(String(hash));
      if (!value) throw new Error(`The content ${hash} of ${item} is missing from the record store.`);
      return [item, value];
    }),
  );
}

/** The last revision that published a variation of each experiment, by its key. Experiments without one are absent. */
export async function findShippedRevisions(
  db: Reader,
  experiments: readonly string[],
): Promise<ReadonlyMap<string, Pick<RevisionRow, "number" | "changed">>> {
  const { number, changed, experiment } = contentRevisions;
  const rows = await db
    .select({ number, changed, experiment })
    .from(contentRevisions)
    .where(inArray(experiment, [...experiments]))
    .orderBy(number);
  return new Map(rows.flatMap((row) => (row.experiment === null ? [] : [[row.experiment, row]])));
}

interface NewRevision {
  /** The complete tree. */
  stored: Overlay;
  /** The fields that it publishes: pointers by item key. */
  changed: Record<string, string[]>;
  author: string;
  at: Timestamp;
  note: string;
  restored: number | null;
  /** Key of the experiment whose variation it publishes. */
  experiment?: string | undefined;
}

/**
 * Adds a revision after `head`, and notifies every instance once the transaction is committed. Call it under {@link lockPublishing}.
 */
export async function writeRevision(
  tx: PublishingTransaction,
  head: Head,
  revision: NewRevision,
): Promise<RevisionRow> {
  const { stored, changed, author, at, note, restored, experiment = null } = revision;
  const objects = [...stored].map(([item, value]) => ({ item, hash: contentHash(value), value }));
  const treeValue: Record<string, Json> = Object.fromEntries(objects.map(({ item, hash }) => [item, hash]));
  const tree = contentHash(treeValue);
  const rows = [...objects.map(({ hash, value }) => ({ hash, value })), { hash: tree, value: treeValue }];
  // Unchanged items are already stored.
  const storedHashes = new Set([...head.stored.values()].map(contentHash));
  const added = new Map(rows.filter(({ hash }) => !storedHashes.has(hash)).map((row) => [row.hash, row]));
  await tx
    .insert(contentObjects)
    .values([...added.values()])
    .onConflictDoNothing();
  const [row] = await tx
    .insert(contentRevisions)
    .values({
      number: head.number + 1,
      id: contentHash([head.id, tree, author, at, note]),
      parent: head.id,
      tree,
      author,
      at: new Date(at),
      note,
      restored,
      changed,
      steps: pageSteps(head.stored, stored),
      experiment,
    })
    .returning();
  if (!row) throw new Error("The revision was not stored.");
  await tx.execute(sql`select pg_notify(${CHANNEL}, '')`);
  return row;
}

/** The fields in which two overlays differ: pointers by item key. */
export function changedFields(before: Overlay, after: Overlay): Record<string, string[]> {
  const changed: Record<string, string[]> = {};
  for (const item of new Set([...before.keys(), ...after.keys()])) {
    const [old = {}, next = {}] = [before.get(item), after.get(item)];
    if (old === next) continue;
    const pointers = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
      (pointer) => !isSame(old[pointer], next[pointer]),
    );
    // An item that is added or removed is one change, with all its fields.
    if (pointers.length > 0) changed[item] = pointers.includes(WHOLE_ITEM) ? [WHOLE_ITEM] : pointers;
  }
  return changed;
}

/** Changes of whole pages between two overlays, by item key. */
function pageSteps(before: Overlay, after: Overlay): Record<string, DraftPage["step"]> {
  const steps: Record<string, DraftPage["step"]> = {};
  for (const [item, pointers] of Object.entries(changedFields(before, after))) {
    const [old = {}, next = {}] = [before.get(item), after.get(item)];
    const [was, is] = [old[WHOLE_ITEM], next[WHOLE_ITEM]];
    if (pointers.includes(WHOLE_ITEM)) {
      const isRemoved = is === null || (is === undefined && was !== null);
      steps[item] = isRemoved ? "removed" : "added";
    } else if (pointers.includes("/hidden")) {
      // Without a change, the files apply: the opposite of the previous change.
      const isHidden = next["/hidden"] ?? hiddenIn(is) ?? old["/hidden"] !== true;
      steps[item] = isHidden === true ? "hidden" : "shown";
    } else if (pointers.includes("/path")) steps[item] = "renamed";
  }
  return steps;
}

function hiddenIn(item: Json | undefined): Json | undefined {
  return isJsonObject(item) ? item.hidden : undefined;
}

interface ListOptions {
  /** Only revisions with a lower number. */
  before?: number | undefined;
  /** Only revisions that changed this item. */
  item?: string | undefined;
  limit: number;
}

/** Revisions, latest first. */
export function listRevisions(db: Reader, { before, item, limit }: ListOptions): Promise<RevisionRow[]> {
  return db
    .select()
    .from(contentRevisions)
    .where(
      and(
        before === undefined ? undefined : lt(contentRevisions.number, before),
        item === undefined ? undefined : sql`${contentRevisions.changed} ? ${item}`,
      ),
    )
    .orderBy(desc(contentRevisions.number))
    .limit(limit);
}

/** Later revisions in order, optionally limited. */
export async function listRevisionsAfter(db: Reader, after: number, most?: number): Promise<RevisionRow[]> {
  const revisions = db
    .select()
    .from(contentRevisions)
    .where(gt(contentRevisions.number, after))
    .orderBy(contentRevisions.number);
  return most === undefined ? revisions : revisions.limit(most);
}

/** The items changed by revisions, as published over the files, by revision. Items left as in the files are absent. */
export async function readChangedItems(
  db: Pick<RecordsDatabase, "execute">,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, ItemOverlay>>> {
  const items = new Map<number, Map<string, ItemOverlay>>();
  if (numbers.length === 0) return items;
  const result = await db.execute(sql`
    SELECT revision.number, changed.item, object.value
    FROM content_revisions revision
    CROSS JOIN jsonb_object_keys(revision.changed) AS changed(item)
    JOIN content_objects tree ON tree.hash = revision.tree
    JOIN content_objects object ON object.hash = tree.value->>changed.item
    WHERE revision.number IN ${numbers}`);
  const rows = rowsOf<{ number: number; item: string; value: ItemOverlay }>(result);
  for (const { number, item, value } of rows)
    items.set(number, (items.get(number) ?? new Map<string, ItemOverlay>()).set(item, value));
  return items;
}
