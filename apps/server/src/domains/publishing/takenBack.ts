import { WHOLE_ITEM } from "@marquee/contract";
import type { TakenBack } from "@marquee/contract/schema";
import { and, gte, isNotNull } from "drizzle-orm";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { isSame, type Overlay } from "../content/overlay.ts";
import {
  EMPTY_HEAD,
  listRevisionsAfter,
  type RevisionRow,
  readChangedItems,
  readOverlay,
} from "./revisionStore.ts";
import { contentDrafts } from "./tables.ts";

type Field = { item: string; pointer: string };

/** How later revisions affected a publication. */
interface Fate {
  /** Its fields that a restoration reset to their earlier values. */
  restored: ReadonlySet<Field>;
  takenBack: TakenBack | null;
}

/**
 * The publications that restorations have fully reverted: all content, or each field of the publication. A field replaced by another change does not
 * count as reverted, and later changes do not matter. Restoring a revision in between restores its state at that time.
 * @returns the restoration that reverted the last field, by number of the publication.
 */
export async function readTakenBack(
  db: Pick<RecordsDatabase, "select" | "execute">,
  publications: readonly number[],
): Promise<ReadonlyMap<number, TakenBack>> {
  const takenBack = new Map<number, TakenBack>();
  if (publications.length === 0) return takenBack;
  const first = Math.min(...publications);
  const revisions = await listRevisionsAfter(db, first - 1);
  const drafts = await db
    .select({ number: contentDrafts.publishedAs })
    .from(contentDrafts)
    .where(and(isNotNull(contentDrafts.publishedAs), gte(contentDrafts.publishedAs, first)));
  const written = new Set(drafts.map(({ number }) => number));
  for (const number of publications) {
    const later = revisions.slice(number - first + 1);
    const [publication] = revisions.slice(number - first);
    if (!publication) continue;
    const fields = Object.entries(publication.changed).flatMap(([item, pointers]) =>
      pointers.map((pointer) => ({ item, pointer })),
    );
    // The restoration of one field does not name its revision.
    const single = later.filter(
      (each) => !written.has(each.number) && each.restored === null && fieldsIn(fields, each).length > 0,
    );
    const values = await readValues(db, number, single);
    const end = follow({ number, fields, later, written, values });
    if (end.takenBack) takenBack.set(number, end.takenBack);
  }
  return takenBack;
}

function fieldsIn(fields: readonly Field[], { changed }: Pick<RevisionRow, "changed">): Field[] {
  return fields.filter(
    ({ item, pointer }) => changed[item]?.includes(pointer) || changed[item]?.includes(WHOLE_ITEM),
  );
}

interface Values {
  before: Overlay;
  published: Overlay;
  /** Overlays after restorations of single fields, by revision number. */
  after: ReadonlyMap<number, Overlay>;
}

async function readValues(
  db: Pick<RecordsDatabase, "select" | "execute">,
  publication: number,
  restorations: readonly RevisionRow[],
): Promise<Values> {
  const none = EMPTY_HEAD.overlay;
  if (restorations.length === 0) return { before: none, published: none, after: new Map() };
  return {
    before: (await readOverlay(db, publication - 1)) ?? none,
    published: (await readOverlay(db, publication)) ?? none,
    after: await readChangedItems(
      db,
      restorations.map(({ number }) => number),
    ),
  };
}

interface Followed {
  /** Number of the publication. */
  number: number;
  fields: readonly Field[];
  later: readonly RevisionRow[];
  /** Numbers of the revisions that someone wrote. The others are restorations. */
  written: ReadonlySet<number | null>;
  values: Values;
}

function follow({ number, fields, later, written, values }: Followed): Fate {
  let fate: Fate = { restored: new Set(), takenBack: null };
  const fates = new Map([[number, fate]]);
  for (const revision of later) {
    if (written.has(revision.number)) fate = withoutReplaced(fate, fieldsIn(fields, revision));
    else if (revision.restored === null)
      fate = withSingle(fate, fieldsIn(fields, revision), values, revision.number);
    else if (revision.restored < number) fate = { ...fate, restored: new Set(fields) };
    else fate = fates.get(revision.restored) ?? fate;
    if (fields.every((field) => fate.restored.has(field)) && !fate.takenBack)
      fate = { ...fate, takenBack: { revision: revision.number, at: revision.at.getTime() } };
    fates.set(revision.number, fate);
  }
  return fate;
}

function withoutReplaced(fate: Fate, replaced: readonly Field[]): Fate {
  if (fate.takenBack) return fate;
  return { ...fate, restored: new Set([...fate.restored].filter((field) => !replaced.includes(field))) };
}

function withSingle(
  fate: Fate,
  fields: readonly Field[],
  { before, published, after }: Values,
  number: number,
): Fate {
  const restored = new Set(fate.restored);
  let { takenBack } = fate;
  for (const field of fields) {
    const valueIn = (overlay: Overlay | undefined) => overlay?.get(field.item)?.[field.pointer];
    const value = valueIn(after.get(number));
    if (isSame(value, valueIn(before))) restored.add(field);
    else if (isSame(value, valueIn(published))) {
      restored.delete(field);
      takenBack = null;
    }
  }
  return { restored, takenBack };
}
