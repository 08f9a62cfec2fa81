import { type Json, parsePointer, type Timestamp, valueAt } from "@marquee/contract";
import type { DraftField, Restoration } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import { fieldTitle, itemName } from "../content/fieldNames.ts";
import { isSame, mergeOverlay, type Overlay } from "../content/overlay.ts";
import { ApiError } from "../errors/apiError.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { contentDrafts } from "../storage/records/schema.ts";
import { type Author, lockDraft, publishedValue, readDraft, type StoredDraft } from "./draftStore.ts";
import { changedFields, lockPublishing, readHead, readOverlay, writeRevision } from "./revisionStore.ts";
import type { Publishing } from "./startPublishing.ts";

/**
 * What stands against publishing each field of a draft: a conflict, if another value was published since the change began, or a problem with
 * the value.
 */
export function checkDraft(
  { fields }: Pick<StoredDraft, "fields">,
  head: Overlay,
  { files, build }: Pick<Publishing, "files" | "build">,
): DraftField[] {
  const published = build(head).items;
  const { unused } = build(mergeOverlay(head, fields, files()));
  return fields.map((field) => {
    const { item, pointer } = field;
    const current = publishedValue(published, item, pointer);
    const problem = unused.find((each) => each.item === item && each.pointer === pointer)?.problem;
    const isChanged = current !== undefined && !isSame(current, field.from) && !isSame(current, field.value);
    return {
      ...field,
      ...(isChanged && { conflict: { value: current } }),
      ...(current === undefined && { problem: "The files no longer have this field. Remove it." }),
      ...(problem !== undefined && { problem }),
    };
  });
}

/**
 * Publishes a draft as the next revision, on every instance.
 * @returns its number.
 * @throws {ApiError} not_found, bad_request if a field can't be published, conflict if a field was published differently in the meantime.
 */
export async function publishDraft(
  db: RecordsDatabase,
  publishing: Publishing,
  { id, note }: { id: number; note: string },
  { actor, now }: Author,
): Promise<number> {
  const number = await db.transaction(async (tx) => {
    await lockPublishing(tx);
    const { name } = await lockDraft(tx, id);
    const head = await readHead(tx, publishing.included());
    const draft = await readDraft(tx, id);
    const fields = checkDraft(draft, head.overlay, publishing);
    refuse(fields);
    const changed = changedFields(head.overlay, mergeOverlay(head.overlay, fields, publishing.files()));
    if (Object.keys(changed).length === 0)
      throw new ApiError("bad_request", "This draft changes nothing. Change a field first.");
    const revision = await writeRevision(tx, head, {
      stored: mergeOverlay(head.stored, fields, publishing.files()),
      changed,
      author: actor,
      at: now,
      note: note.trim() || name,
      restored: null,
    });
    await tx
      .update(contentDrafts)
      .set({ state: "published", publishedAs: revision.number, updatedAt: new Date(now) })
      .where(eq(contentDrafts.id, id));
    return revision.number;
  });
  await publishing.refresh();
  return number;
}

function refuse(fields: readonly DraftField[]): void {
  if (fields.length === 0)
    throw new ApiError("bad_request", "This draft has no changes. Change a field first.");
  const wrong = fields.find(({ problem }) => problem !== undefined);
  if (wrong) throw new ApiError("bad_request", `${placeOf(wrong)}: ${wrong.problem}`);
  const conflict = fields.find((field) => field.conflict !== undefined);
  if (conflict)
    throw new ApiError(
      "conflict",
      `${placeOf(conflict)}: somebody else has published another text in the meantime. Decide which one to keep.`,
    );
}

function placeOf({ item, pointer }: Pick<DraftField, "item" | "pointer">): string {
  return `${itemName(item)}, ${fieldTitle(pointer)}`;
}

/**
 * Publishes content as it was in a revision as the next one: all of it, or one field.
 * @returns the number of the new revision.
 * @throws {ApiError} not_found, conflict if another revision was published since, bad_request if nothing would change.
 */
export async function restore(
  db: RecordsDatabase,
  publishing: Publishing,
  { revision, head: seen, field }: Restoration,
  { actor, now }: { actor: string; now: Timestamp },
): Promise<number> {
  const number = await db.transaction(async (tx) => {
    await lockPublishing(tx);
    const head = await readHead(tx, publishing.included());
    if (head.number !== seen)
      throw new ApiError("conflict", "Someone has published in the meantime. Review that, then try again.");
    const then = await readOverlay(tx, revision);
    if (!then) throw new ApiError("not_found", "This revision does not exist.");
    const restoredIn = (overlay: Overlay) => (field ? withFieldOf(then, overlay, field, publishing) : then);
    const changed = changedFields(head.overlay, restoredIn(head.overlay));
    if (Object.keys(changed).length === 0)
      throw new ApiError("bad_request", "This is already published. Nothing was changed.");
    const note = field ? "" : revision === 0 ? "Back to the files" : `Back to revision ${revision}`;
    const { number: written } = await writeRevision(tx, head, {
      stored: restoredIn(head.stored),
      changed,
      author: actor,
      at: now,
      note,
      restored: field ? null : revision,
    });
    return written;
  });
  await publishing.refresh();
  return number;
}

function withFieldOf(
  then: Overlay,
  head: Overlay,
  { item, pointer }: { item: string; pointer: string },
  publishing: Publishing,
): Overlay {
  const files = publishing.files();
  const changes = then.get(item) ?? {};
  const value = Object.hasOwn(changes, pointer) ? changes[pointer] : valueIn(files.get(item), pointer);
  if (value === undefined) throw new ApiError("not_found", "The files no longer have this field.");
  return mergeOverlay(head, [{ item, pointer, value }], files);
}

function valueIn(value: Json | undefined, pointer: string): Json | undefined {
  const tokens = parsePointer(pointer);
  return value === undefined || !tokens ? undefined : valueAt(value, tokens);
}
