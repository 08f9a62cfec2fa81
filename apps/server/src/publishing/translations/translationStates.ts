import { type Json, WHOLE_ITEM } from "@marquee/contract";
import type { TranslationMark, TranslationState } from "@marquee/contract/schema";
import { and, eq, inArray, sql } from "drizzle-orm";
import { PLACEHOLDER } from "../../content/checkField.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { contentDraftFields, contentDrafts, translationMarks } from "../../storage/records/schema.ts";
import { contentHash } from "../contentHash.ts";
import type { Author, StoredDraft } from "../draftStore.ts";
import { listRevisionsAfter } from "../revisionStore.ts";
import type { TranslatedText } from "./translatedTexts.ts";

export interface StatedText extends TranslatedText {
  state: TranslationState;
  /** The English text that an outdated translation was made from, if it is known. */
  previous?: string;
}

export type ReadStates = (
  texts: readonly TranslatedText[],
  draft: Pick<StoredDraft, "fields"> | null,
) => Promise<StatedText[]>;

/** A text of this many words that is the same as in English is not a name. */
const WORDS = 4;

/**
 * Reads how translations stand. One is outdated if its English text was published differently after the translation was published last, and is not back to what
 * it was then; a draft counts as published next. What people marked as right applies as long as neither text changes.
 */
export function createTranslationStates(db: RecordsDatabase): ReadStates {
  const history = createHistory(db);
  return async (texts, draft) => {
    const [{ changesOf }, marks] = await Promise.all([history(), readMarks(db, texts)]);
    const inDraft = draftChanges(draft);
    const dated = texts.map((text) => {
      const mark = marks.get(addressOf(text));
      const known = stateWithoutHistory(text, mark);
      return { text, known, since: known ? null : firstSourceChange(text, changesOf, inDraft) };
    });
    const before = await readSourcesBefore(
      db,
      dated.flatMap(({ text, since }) => (typeof since === "number" ? [{ ...text, since }] : [])),
    );
    return dated.map(({ text, known, since }): StatedText => {
      if (known) return { ...text, state: known };
      if (since === "draft") return { ...text, state: "outdated" };
      const previous = since === null ? text.source : before(text, since);
      if (previous === text.source) return { ...text, state: "translated" };
      return { ...text, state: "outdated", ...(typeof previous === "string" && { previous }) };
    });
  };
}

/** Stores or removes the mark that a translation is right. */
export async function markTranslation(
  db: RecordsDatabase,
  { item, pointer, source, text, isRight }: TranslationMark,
  { actor, now }: Author,
): Promise<void> {
  const [isItem, isPointer] = [eq(translationMarks.item, item), eq(translationMarks.pointer, pointer)];
  if (!isRight) {
    await db.delete(translationMarks).where(and(isItem, isPointer));
    return;
  }
  const hashes = { source: contentHash(source), text: contentHash(text) };
  const set = { ...hashes, author: actor, at: new Date(now) };
  await db
    .insert(translationMarks)
    .values({ item, pointer, ...set })
    .onConflictDoUpdate({ target: [translationMarks.item, translationMarks.pointer], set });
}

function addressOf({ item, pointer }: { item: string; pointer: string }): string {
  return `${item} ${pointer}`;
}

type MarkRow = typeof translationMarks.$inferSelect;

async function readMarks(
  db: RecordsDatabase,
  texts: readonly TranslatedText[],
): Promise<ReadonlyMap<string, MarkRow>> {
  const items = [...new Set(texts.map(({ item }) => item))];
  const rows =
    items.length === 0
      ? []
      : await db.select().from(translationMarks).where(inArray(translationMarks.item, items));
  return new Map(rows.map((row) => [addressOf(row), row]));
}

/** The state of a text, unless it depends on what was published when. */
function stateWithoutHistory(
  { source, text }: TranslatedText,
  mark: MarkRow | undefined,
): TranslationState | null {
  if (text === null || text.trim() === "") return "missing";
  if (mark && mark.text === contentHash(text))
    return mark.source === contentHash(source) ? "translated" : "outdated";
  if (text !== source) return null;
  const words = source.replaceAll(PLACEHOLDER, " ").match(/\p{L}+/gu)?.length ?? 0;
  if (words === 0) return "translated";
  return words < WORDS ? "same" : "missing";
}

/** Revisions in which a field was published, the oldest first, with their times. */
type ChangesOf = (item: string, pointer: string) => readonly { number: number; at: number }[];

/** Which revisions changed which field. Each revision is read once. */
function createHistory(db: RecordsDatabase): () => Promise<{ changesOf: ChangesOf }> {
  const changes = new Map<string, { number: number; at: number }[]>();
  let read = 0;
  let reading = Promise.resolve();
  const readMore = async () => {
    for (const { number, at, changed } of await listRevisionsAfter(db, read)) {
      for (const [item, pointers] of Object.entries(changed))
        for (const pointer of pointers) {
          const address = addressOf({ item, pointer });
          const known = changes.get(address) ?? [];
          known.push({ number, at: at.getTime() });
          changes.set(address, known);
        }
      read = number;
    }
  };
  const changesOf: ChangesOf = (item, pointer) => {
    const [own, whole] = [pointer, WHOLE_ITEM].map(
      (at) => changes.get(addressOf({ item, pointer: at })) ?? [],
    );
    return [...(own ?? []), ...(whole ?? [])].sort((one, other) => one.number - other.number);
  };
  return async () => {
    reading = reading.catch(() => undefined).then(readMore);
    await reading;
    return { changesOf };
  };
}

/** When a draft changed each of its fields, and each item as a whole. */
function draftChanges(draft: Pick<StoredDraft, "fields"> | null): ReadonlyMap<string, number> {
  return new Map(draft?.fields.map((field) => [addressOf(field), field.at]));
}

/** The first revision that published another English text after the translation was made; "draft" if only the draft would. */
function firstSourceChange(
  { item, pointer, sourceItem, sourcePointer }: TranslatedText,
  changesOf: ChangesOf,
  inDraft: ReadonlyMap<string, number>,
): number | "draft" | null {
  const draftTime = (at: string, place: string) =>
    inDraft.get(addressOf({ item: at, pointer: place })) ??
    inDraft.get(addressOf({ item: at, pointer: WHOLE_ITEM }));
  const sourceChanges = changesOf(sourceItem, sourcePointer);
  const typedAt = draftTime(item, pointer);
  if (typedAt !== undefined) {
    // What one draft changes is published together.
    if (draftTime(sourceItem, sourcePointer) !== undefined) return null;
    return sourceChanges.find(({ at }) => at > typedAt)?.number ?? null;
  }
  const last = changesOf(item, pointer).at(-1)?.number ?? 0;
  const first = sourceChanges.find(({ number }) => number > last)?.number;
  return first ?? (draftTime(sourceItem, sourcePointer) === undefined ? null : "draft");
}

interface SourceAt extends TranslatedText {
  since: number;
}

/** What English texts were before a revision; undefined if it restored an earlier one. */
async function readSourcesBefore(
  db: RecordsDatabase,
  texts: readonly SourceAt[],
): Promise<(text: TranslatedText, since: number) => Json | undefined> {
  if (texts.length === 0) return () => undefined;
  const rows = await db
    .select({
      item: contentDraftFields.item,
      pointer: contentDraftFields.pointer,
      number: contentDrafts.publishedAs,
      from: sql<Json>`${contentDraftFields.change}->'from'`,
    })
    .from(contentDraftFields)
    .innerJoin(contentDrafts, eq(contentDrafts.id, contentDraftFields.draft))
    .where(
      and(
        inArray(contentDrafts.publishedAs, [...new Set(texts.map(({ since }) => since))]),
        inArray(contentDraftFields.item, [...new Set(texts.map(({ sourceItem }) => sourceItem))]),
      ),
    );
  const values = new Map(rows.map(({ number, from, ...field }) => [`${number} ${addressOf(field)}`, from]));
  return ({ sourceItem, sourcePointer }, since) =>
    values.get(`${since} ${addressOf({ item: sourceItem, pointer: sourcePointer })}`);
}
