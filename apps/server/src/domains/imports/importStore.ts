import { createHash } from "node:crypto";
import { DIMENSIONS, type NamedDimension, ONE_MINUTE, type Timestamp, wallClockOf } from "@marquee/contract";
import type {
  HistoryImport,
  IgnoredPart,
  ImportPreview,
  ImportsResponse,
  Site,
} from "@marquee/contract/schema";
import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import {
  deleteImportedDays,
  insertImportedDays,
  queryCoveredDays,
} from "../../platform/storage/events/queries/importedDays.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { CountedImport } from "../questions/planImports.ts";
import { queryFirstEvent } from "../questions/queries/firstEvent.ts";
import { TOTALS } from "../questions/queries/importedDays.ts";
import { type ImportedRow, reportsOf } from "./importedRows.ts";
import { readImport } from "./readImport.ts";
import { historyImports } from "./tables.ts";

export interface ImportStores {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "query" | "insert" | "command">;
  site: () => Pick<Site, "timeZone">;
  now: () => Timestamp;
}

/** A file that was uploaded. */
interface Upload {
  name: string;
  bytes: Buffer;
}

/** Longer than storing the largest file takes, so a longer import was interrupted. */
const INTERRUPTED_AFTER = 15 * ONE_MINUTE;

/** Completed imports, newest first, for screens. */
export async function listImports(stores: ImportStores): Promise<ImportsResponse> {
  const rows = await stores.db
    .select()
    .from(historyImports)
    .where(eq(historyImports.state, "done"))
    .orderBy(desc(historyImports.id));
  return { imports: rows.map(importOf), measuredSince: await measuredSince(stores) };
}

/** Completed imports, for queries. */
export function readCountedImports(db: Pick<RecordsDatabase, "select">): Promise<CountedImport[]> {
  const { id, system, reports } = historyImports;
  return db.select({ id, system, reports }).from(historyImports).where(eq(historyImports.state, "done"));
}

/** What {@link importHistory} would do with a file. */
export async function previewImport(stores: ImportStores, upload: Upload): Promise<ImportPreview> {
  const { rows, ...read } = await readRows(stores, upload);
  const totals = rows.filter(({ dimension }) => dimension === TOTALS);
  const sum = (name: "visitors" | "visits" | "pageviews") =>
    totals.every((row) => row[name] === null)
      ? null
      : totals.reduce((total, row) => total + (row[name] ?? 0), 0);
  return {
    ...read,
    ...summaryOf(rows),
    visitors: sum("visitors"),
    visits: sum("visits"),
    pageviews: sum("pageviews"),
  };
}

/**
 * Imports a file atomically.
 * @throws {ApiError} bad_request for a file with problems, conflict while another one is imported.
 */
export async function importHistory(
  stores: ImportStores,
  upload: Upload,
  { actor }: { actor: string },
): Promise<HistoryImport> {
  const { db, eventStore, now } = stores;
  const { rows, system, problems } = await readRows(stores, upload);
  const [problem] = problems;
  if (problem || !system) {
    const { file = upload.name, line = 0, message = "" } = problem ?? {};
    throw new ApiError("bad_request", `${file}${line > 0 ? `, line ${line}` : ""}: ${message}`);
  }
  await removeLeftovers(stores);
  const digest = digestOf(upload);
  const { reports, first, last } = summaryOf(rows);
  const started = { importedAt: new Date(now()), importedBy: actor, state: "running" as const };
  const [created] = await db
    .insert(historyImports)
    .values({ system, name: upload.name, digest, first, last, rows: rows.length, reports, ...started })
    .onConflictDoNothing()
    .returning();
  if (!created) throw new ApiError("conflict", "Another file is being imported. Wait until it is done.");
  const { id } = created;
  try {
    // Another import may have finished since the file was read.
    const covered = await queryCoveredDays(eventStore, await countedIds(db));
    if (rows.some(({ dimension, day }) => covered.get(dimension)?.has(day)))
      throw new ApiError(
        "conflict",
        "Some of these days were imported in the meantime. Choose the file again.",
      );
    const token = `import ${id} ${digest} ${created.importedAt.getTime()}`;
    await insertImportedDays(eventStore, rows, { of: { import_id: id, system }, token });
    const [done] = await db
      .update(historyImports)
      .set({ state: "done" })
      .where(and(eq(historyImports.id, id), eq(historyImports.state, "running")))
      .returning();
    if (!done) throw new ApiError("conflict", "The import took too long. Choose the file again.");
    return importOf(done);
  } catch (error) {
    await db.update(historyImports).set({ state: "failed" }).where(eq(historyImports.id, id));
    await deleteImportedDays(eventStore, [id]).catch(() => undefined);
    throw error;
  }
}

/** Reverts an import: its days stop counting immediately, and are deleted. @throws {ApiError} not_found */
export async function undoHistoryImport(
  stores: ImportStores,
  id: number,
  { actor }: { actor: string },
): Promise<void> {
  const { db, eventStore, now } = stores;
  const [undone] = await db
    .update(historyImports)
    .set({ state: "undone", undoneAt: new Date(now()), undoneBy: actor })
    .where(and(eq(historyImports.id, id), eq(historyImports.state, "done")))
    .returning({ id: historyImports.id });
  if (!undone) throw new ApiError("not_found", "This import does not exist, or was already undone.");
  await deleteImportedDays(eventStore, [id]);
}

/** Deletes days of imports that were interrupted or could not be deleted. They never counted. */
async function removeLeftovers({ db, eventStore, now }: ImportStores): Promise<void> {
  await db
    .update(historyImports)
    .set({ state: "failed" })
    .where(
      and(
        eq(historyImports.state, "running"),
        lt(historyImports.importedAt, new Date(now() - INTERRUPTED_AFTER)),
      ),
    );
  const left = await db
    .select({ id: historyImports.id })
    .from(historyImports)
    .where(inArray(historyImports.state, ["failed", "undone"]));
  await deleteImportedDays(
    eventStore,
    left.map(({ id }) => id),
  );
}

/** Rows of a file that would be imported, without days that are measured here or imported already. */
async function readRows(stores: ImportStores, upload: Upload) {
  const { db, eventStore, site, now } = stores;
  const today = dayOf(now(), site().timeZone);
  const read = await readImport({ ...upload, today });
  const since = await measuredSince(stores);
  const same = await findSame(db, digestOf(upload));
  const covered = await queryCoveredDays(eventStore, await countedIds(db));
  const dropped = { measured: new Set<string>(), imported: new Map<string, Set<string>>() };
  const rows = read.rows.filter(({ dimension, day }) => {
    if (day >= since) {
      dropped.measured.add(day);
      return false;
    }
    if (!covered.get(dimension)?.has(day)) return true;
    dropped.imported.set(dimension, (dropped.imported.get(dimension) ?? new Set()).add(day));
    return false;
  });
  const ignored = [...read.ignored, ...droppedParts(dropped, since)];
  const message = same
    ? `${same.importedBy} already imported this file. Undo that import first.`
    : rows.length === 0 && read.rows.length > 0
      ? "Nothing in the file is new: every day in it was measured here or already imported. Undo the other import first, or export other days."
      : null;
  if (message === null || read.problemCount > 0) return { ...read, ignored, rows };
  return {
    ...read,
    ignored,
    rows: [] as ImportedRow[],
    problems: [{ file: upload.name, line: 0, column: "", message }],
    problemCount: 1,
  };
}

function droppedParts(
  {
    measured,
    imported,
  }: { measured: ReadonlySet<string>; imported: ReadonlyMap<string, ReadonlySet<string>> },
  since: string,
): IgnoredPart[] {
  const measuredDays = [...measured].sort();
  return [
    ...(measuredDays.length > 0
      ? [
          {
            part: rangeText(measuredDays),
            reason: `Visitors are measured here since ${since}. Imported days end the day before, so that no visit counts twice.`,
          },
        ]
      : []),
    ...[...imported].map(([dimension, days]) => ({
      part: `${titleOf(dimension)}, ${rangeText([...days].sort())}`,
      reason: "Another import has these days. Undo it first to replace them.",
    })),
  ];
}

const rangeText = (days: readonly string[]) =>
  days.length === 1 ? `${days[0]}` : `${days[0]} to ${days.at(-1)} (${days.length} days)`;

const titleOf = (dimension: string) =>
  dimension === TOTALS ? "Totals" : DIMENSIONS[dimension as NamedDimension].title;

/** The first day with an event measured here; without any, the current day. */
async function measuredSince({ eventStore, site, now }: ImportStores): Promise<string> {
  const first = await queryFirstEvent(eventStore);
  return dayOf(Math.min(first ?? now(), now()), site().timeZone);
}

const dayOf = (instant: Timestamp, tz: string) =>
  new Date(wallClockOf(instant, tz)).toISOString().slice(0, 10);

async function countedIds(db: ImportStores["db"]): Promise<number[]> {
  return (await readCountedImports(db)).map(({ id }) => id);
}

async function findSame(db: ImportStores["db"], digest: string) {
  const [same] = await db
    .select({ importedBy: historyImports.importedBy })
    .from(historyImports)
    .where(and(eq(historyImports.digest, digest), eq(historyImports.state, "done")));
  return same;
}

const digestOf = ({ bytes }: Upload) => createHash("sha256").update(bytes).digest("hex");

function summaryOf(rows: readonly ImportedRow[]) {
  const reports = reportsOf(rows);
  const days = reports.flatMap(({ first, last }) => [first, last]).sort();
  return { reports, first: days[0] ?? "", last: days.at(-1) ?? "", rows: rows.length };
}

function importOf({ ...row }: typeof historyImports.$inferSelect): HistoryImport {
  const { id, system, name, first, last, rows, reports, importedAt, importedBy } = row;
  return { id, system, name, first, last, rows, reports, importedAt: importedAt.getTime(), importedBy };
}
