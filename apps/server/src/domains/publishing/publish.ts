import { isBannerItem, parseItemKey, WHOLE_ITEM } from "@marquee/contract";
import type { DraftField, Restoration, UnusedField } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import { incompleteBanner } from "../content/banner.ts";
import type { BuiltContent } from "../content/contentEngine.ts";
import { fieldTitle, itemName } from "../content/fieldNames.ts";
import { changeableValue, isSame, mergeOverlay, type Overlay } from "../content/overlay.ts";
import { insertFilledDraft, publishedValue } from "./draftFields.ts";
import { lockDraft, NOT_SCHEDULED, readDraft, type StoredDraft } from "./draftStore.ts";
import { imageIn, shownImageProblem, usedImageProblem } from "./imageUses.ts";
import { changedFields, lockPublishing, readHead, readOverlay, writeRevision } from "./revisionStore.ts";
import type { Publishing } from "./startPublishing.ts";
import { contentDrafts } from "./tables.ts";

/**
 * The problems that stop each field of a draft from being published: a conflict, if another value was published since the change was made,
 * or a problem with the value. Fields of an item that the draft removes are left out.
 */
export function checkDraft(
  { fields }: Pick<StoredDraft, "fields">,
  head: Overlay,
  { files, build, usesOf }: Pick<Publishing, "files" | "build" | "usesOf">,
): DraftField[] {
  const published = build(head);
  const next = build(mergeOverlay(head, fields, files()));
  const unused: Refused[] = [
    ...next.unused,
    ...imageProblems(fields, { published, next }, usesOf),
    ...bannerProblems(fields, next),
  ];
  const whole = new Map(
    fields.flatMap(({ item, pointer, value }) => (pointer === WHOLE_ITEM ? [[item, value]] : [])),
  );
  const lost = firstLost(published.unused, next.unused, fields);
  return fields
    .filter(({ item, pointer }) => pointer === WHOLE_ITEM || whole.get(item) !== null)
    .map((field) => {
      const { item, pointer } = field;
      const added = pointer === WHOLE_ITEM ? undefined : whole.get(item);
      const items = added === undefined ? published.items : new Map([[item, added]]);
      const current = publishedValue(items, item, pointer);
      const finding = unused.find((each) => isAt(each, field));
      const problem = finding?.problem ?? (isAboutPaths(field) ? lost : undefined);
      const fixedAt = finding?.fixedAt;
      const isChanged =
        current !== undefined && !isSame(current, field.from) && !isSame(current, field.value);
      return {
        ...field,
        ...(isChanged && { conflict: { value: current } }),
        ...(current === undefined && { problem: "The files no longer have this field. Remove it." }),
        ...(problem !== undefined && { problem }),
        ...(fixedAt && !isAt(fixedAt, field) && { fixedAt }),
      };
    });
}

type ChangedField = Pick<DraftField, "item" | "pointer" | "value">;
/** A problem with a changed field. */
type Refused = UnusedField & Pick<DraftField, "fixedAt">;

/** A published change that the draft would displace, such as a redirect from the path of a page that it adds. */
function firstLost(
  before: readonly UnusedField[],
  after: readonly UnusedField[],
  fields: readonly ChangedField[],
): string | undefined {
  const lost = after.find((each) => ![...before, ...fields].some((field) => isAt(field, each)));
  return lost && `${placeOf(lost)} would no longer work: ${lost.problem}`;
}

function isAt(one: Pick<DraftField, "item" | "pointer">, other: Pick<DraftField, "item" | "pointer">) {
  return one.item === other.item && one.pointer === other.pointer;
}

/** Whether a change affects the path of a page. */
function isAboutPaths({ pointer }: DraftField): boolean {
  return [WHOLE_ITEM, "/path", "/hidden"].includes(pointer);
}

interface Contents {
  published: BuiltContent;
  next: BuiltContent;
}

/** Problems with changed images because of the pages that show them, and with changed pages because of the images that they now show. */
function imageProblems(
  fields: readonly ChangedField[],
  { published, next }: Contents,
  usesOf: Publishing["usesOf"],
): Refused[] {
  const kindOf = (item: string) => parseItemKey(item)?.kind;
  const items = new Set(
    fields.map(({ item }) => item).filter((item) => kindOf(item) === "image" || kindOf(item) === "page"),
  );
  if (items.size === 0) return [];
  const [uses, before] = [usesOf(next), usesOf(published)];
  return [...items].flatMap((item): Refused[] => {
    const wrong =
      kindOf(item) === "image"
        ? usedImageProblem(item, imageIn(next.items, item), uses.get(item.slice("image:".length)) ?? [])
        : shownImageProblem(item, { uses, before, items: next.items }, items);
    if (!wrong) return [];
    const { problem, ...fixedAt } = wrong;
    const changed = fields.filter((field) => field.item === item);
    const blamed = changed.find((field) => isAt(field, fixedAt)) ?? changed[0];
    return blamed ? [{ ...blamed, problem, fixedAt }] : [];
  });
}

/** What is missing from a changed banner, reported at its field, or if that is unchanged, at the last changed field of the banner. */
function bannerProblems(fields: readonly ChangedField[], { items }: BuiltContent): Refused[] {
  const changed = fields.filter(({ item }) => isBannerItem(item));
  const [blamed] = changed.slice(-1);
  const wrong = blamed && incompleteBanner(items);
  if (!wrong) return [];
  const { problem, ...fixedAt } = wrong;
  return [{ ...(changed.find((field) => isAt(field, fixedAt)) ?? blamed), problem, fixedAt }];
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
    return publishWithin(tx, publishing, { id, note }, { actor, now });
  });
  await publishing.refresh();
  return number;
}

/** The parts of {@link Publishing} needed to check and publish drafts. */
export type Checking = Pick<Publishing, "files" | "build" | "usesOf" | "included">;

interface ChangeSet {
  /** Name of the draft that stores them, and note of the revision. */
  name: string;
  /** `from` is the published value that the change started from. */
  fields: readonly Pick<DraftField, "item" | "pointer" | "value" | "from">[];
  /** Key of the experiment that they are a variation of. */
  experiment?: string;
}

/**
 * Publishes changes that were not made in a draft, such as those of an experiment, in a transaction that holds {@link lockPublishing}. They are
 * stored as a published draft. Throws as {@link publishDraft} does.
 * @returns the number of the revision; null if everything is already published.
 */
export async function publishChanges(
  tx: Transaction,
  publishing: Checking,
  { name, fields: draftFields, experiment }: ChangeSet,
  author: Author,
): Promise<number | null> {
  const { overlay } = await readHead(tx, publishing.included());
  const { items } = publishing.build(overlay);
  const fields = draftFields.filter(
    ({ item, pointer, value }) => !isSame(publishedValue(items, item, pointer), value),
  );
  if (fields.length === 0) return null;
  const id = await insertFilledDraft(tx, { name, fields: [...fields] }, items, author);
  return publishWithin(tx, publishing, { id, note: "", experiment }, author);
}

/** Publishes a draft in a transaction that holds {@link lockPublishing}. Throws as {@link publishDraft} does. */
export async function publishWithin(
  tx: Transaction,
  publishing: Checking,
  { id, note, experiment }: { id: number; note: string; experiment?: string | undefined },
  { actor, now }: Author,
): Promise<number> {
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
    experiment,
  });
  await tx
    .update(contentDrafts)
    .set({ ...NOT_SCHEDULED, state: "published", publishedAs: revision.number, updatedAt: new Date(now) })
    .where(eq(contentDrafts.id, id));
  return revision.number;
}

/** @throws {ApiError} bad_request if there is nothing to publish or a field has a problem, conflict if it was published differently. */
export function refuse(fields: readonly DraftField[]): void {
  if (fields.length === 0)
    throw new ApiError("bad_request", "This draft has no changes. Change a field first.");
  const wrong = fields.find(({ problem }) => problem !== undefined);
  if (wrong) throw new ApiError("bad_request", `${placeOf(wrong)}: ${wrong.problem}`);
  const conflict = fields.find((field) => field.conflict !== undefined);
  if (conflict)
    throw new ApiError(
      "conflict",
      `${placeOf(conflict)}: someone else published another text in the meantime. Decide which one to keep.`,
    );
}

function placeOf({ item, pointer }: Pick<DraftField, "item" | "pointer">): string {
  return `${itemName(item)}, ${fieldTitle(item, pointer)}`;
}

/**
 * Publishes the content of an earlier revision as the next one: all of it, or one field.
 * @returns the number of the new revision.
 * @throws {ApiError} not_found, conflict if another revision was published since, bad_request if nothing would change.
 */
export async function restore(
  db: RecordsDatabase,
  publishing: Publishing,
  { revision, head: seen, field }: Restoration,
  { actor, now }: Author,
): Promise<number> {
  const number = await db.transaction(async (tx) => {
    await lockPublishing(tx);
    const head = await readHead(tx, publishing.included());
    if (head.number !== seen)
      throw new ApiError(
        "conflict",
        "Someone published changes in the meantime. Review them, then try again.",
      );
    const then = await readOverlay(tx, revision);
    if (!then) throw new ApiError("not_found", "This revision does not exist.");
    const restoredIn = (overlay: Overlay) => (field ? withFieldOf(then, overlay, field, publishing) : then);
    if (field) refuseRestored(field, restoredIn(head.overlay), head.overlay, publishing);
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

/** @throws {ApiError} bad_request if an older value of a field does not fit the published content: a displayed image would disappear. */
function refuseRestored(
  field: { item: string; pointer: string },
  restored: Overlay,
  head: Overlay,
  { build, usesOf }: Publishing,
): void {
  const [published, next] = [build(head), build(restored)];
  const [wrong] = imageProblems([{ ...field, value: null }], { published, next }, usesOf);
  if (wrong) throw new ApiError("bad_request", `${placeOf(wrong)}: ${wrong.problem}`);
  const lost = firstLost(published.unused, next.unused, []);
  if (lost) throw new ApiError("bad_request", lost);
}

function withFieldOf(
  then: Overlay,
  head: Overlay,
  { item, pointer }: { item: string; pointer: string },
  publishing: Publishing,
): Overlay {
  const changes = then.get(item);
  if (pointer === WHOLE_ITEM) {
    const next = new Map(head);
    if (changes) next.set(item, changes);
    else next.delete(item);
    return next;
  }
  const files = publishing.files();
  const added = changes?.[WHOLE_ITEM];
  const value =
    changes?.[pointer] ?? changeableValue(added ? new Map([[item, added]]) : files, item, pointer);
  if (value === undefined) throw new ApiError("not_found", "The files no longer have this field.");
  return mergeOverlay(head, [{ item, pointer, value }], files);
}
