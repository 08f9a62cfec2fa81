import { type Json, parsePointer, valueAt, WHOLE_ITEM } from "@marquee/contract";
import type { TranslationMark, TranslationState } from "@marquee/contract/schema";
import { and, eq, inArray } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Author } from "../../../platform/versioned/versionedRecord.types.ts";
import { contentHash } from "../../content/contentHash.ts";
import { PLACEHOLDER } from "../../content/textProblem.ts";
import type { StoredDraft } from "../draftStore.ts";
import { translationMarks } from "../tables.ts";
import { createTextHistory, readWritten, type TextChange } from "./textHistory.ts";
import type { TranslatedText } from "./translatedTexts.ts";

export interface StatedText extends TranslatedText {
  state: TranslationState;
  /** The English text that an outdated translation was made from, if it is known. */
  previous?: string;
}

/** @param options.withPrevious also reads the English texts that outdated translations were made from. */
export type ReadStates = (
  texts: readonly TranslatedText[],
  draft: Pick<StoredDraft, "fields"> | null,
  options?: { withPrevious: boolean },
) => Promise<StatedText[]>;

/** A text with at least this many words that equals the English one is not a name. */
const WORDS = 4;

/**
 * Reads the states of translations. A translation is outdated if the English text differs from the one published when the translation was written, which
 * is when it was last published other than by a restoration. A draft counts as the next publication. A mark by a person applies as long as neither text
 * changes.
 */
export function createTranslationStates(db: RecordsDatabase): ReadStates {
  const history = createTextHistory(db);
  return async (texts, draft, options) => {
    const [changesOf, marks] = await Promise.all([history(), readMarks(db, texts)]);
    const draftTime = draftTimes(draft);
    // All languages share the English text.
    const sourceHash = createHashes();
    const stated = texts.map((text): Compared => {
      const typedAt = draftTime(text.item, text.pointer);
      const written = writtenIn(text, changesOf(text.item, text.pointer));
      const mark = marks.get(addressOf(text));
      const isLater = mark && mark.at.getTime() >= (typedAt ?? written?.at ?? 0);
      const state = stateWithoutHistory(text, isLater ? mark : undefined);
      if (state) return { text, state };
      const changes = changesOf(text.sourceItem, text.sourcePointer);
      const isSourceTyped = draftTime(text.sourceItem, text.sourcePointer) !== undefined;
      // Changes of one draft are published together.
      if (typedAt !== undefined && isSourceTyped) return { text, state: "translated" };
      if (typedAt !== undefined) return compare({ text, sourceHash }, changes, ({ at }) => at > typedAt);
      const isLaterChange = ({ number }: TextChange) => number > (written?.number ?? 0);
      if (isSourceTyped && !changes.some(isLaterChange)) return { text, state: "outdated" };
      return compare({ text, sourceHash }, changes, isLaterChange);
    });
    const previousOf = await readSources(db, options?.withPrevious ? stated : []);
    return stated.map(({ text, state, made }): StatedText => {
      const previous = made && previousOf(text, made);
      return { ...text, state, ...(typeof previous === "string" && { previous }) };
    });
  };
}

/** Stores or removes the mark that a translation is up to date. */
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

/** The state of a text, unless it depends on the publication history. */
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

/** {@link contentHash} of texts, each calculated once. */
function createHashes(): (text: string) => string {
  const hashes = new Map<string, string>();
  return (text) => {
    const hash = hashes.get(text) ?? contentHash(text);
    hashes.set(text, hash);
    return hash;
  };
}

/** When a draft changed a field, or its item as a whole. */
function draftTimes(draft: Pick<StoredDraft, "fields"> | null) {
  const times = new Map(draft?.fields.map((field) => [addressOf(field), field.at]));
  return (item: string, pointer: string) =>
    times.get(addressOf({ item, pointer })) ?? times.get(addressOf({ item, pointer: WHOLE_ITEM }));
}

/**
 * The revision that a text was written in; undefined if it is older than the first one. A text in no revision was changed in a file, which has
 * no date, so it counts as written in the last one.
 */
function writtenIn({ text }: TranslatedText, changes: readonly TextChange[]): TextChange | undefined {
  const [first] = changes;
  if (!first || text === null) return undefined;
  const hash = contentHash(text);
  const change = changes.findLast(({ isRestored, after }) => !isRestored && after === hash);
  return change ?? (first.before === hash ? undefined : changes.at(-1));
}

interface Compared {
  text: TranslatedText;
  state: TranslationState;
  /** Location of the English text that an outdated translation was made from. */
  made?: { number: number; side: "before" | "after" } | undefined;
}

/** Compares the English text with the one before the changes made after the translation. */
function compare(
  { text, sourceHash }: { text: TranslatedText; sourceHash: (source: string) => string },
  changes: readonly TextChange[],
  isLater: (change: TextChange) => boolean,
): Compared {
  const next = changes.find(isLater);
  if (!next) return { text, state: "translated" };
  const earlier = changes.findLast((change) => !isLater(change));
  const then = next.isRestored ? (earlier ?? changes[0])?.[earlier ? "after" : "before"] : next.before;
  if (then === sourceHash(text.source)) return { text, state: "translated" };
  return { text, state: "outdated", made: then === undefined ? undefined : placeOf(then, changes) };
}

/** Every published text is either written by someone or the previous one. */
function placeOf(hash: string, changes: readonly TextChange[]): Compared["made"] {
  for (const { number, isRestored, before, after } of changes) {
    if (isRestored) continue;
    if (before === hash) return { number, side: "before" };
    if (after === hash) return { number, side: "after" };
  }
  return undefined;
}

/** Reads the English texts that outdated translations were made from. */
async function readSources(
  db: RecordsDatabase,
  compared: readonly Compared[],
): Promise<(text: TranslatedText, made: NonNullable<Compared["made"]>) => Json | undefined> {
  const wanted = compared.flatMap(({ text, made }) => (made ? [{ item: text.sourceItem, ...made }] : []));
  const [numbers, items] = [wanted.map(({ number }) => number), wanted.map(({ item }) => item)];
  const written = await readWritten(db, [...new Set(numbers)], [...new Set(items)]);
  return ({ sourceItem, sourcePointer }, { number, side }) => {
    const { [sourcePointer]: fieldValue, [WHOLE_ITEM]: whole } =
      written.get(number)?.get(sourceItem)?.[side] ?? {};
    return fieldValue ?? valueAt(whole ?? null, parsePointer(sourcePointer) ?? []);
  };
}
