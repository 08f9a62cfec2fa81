import { type Milliseconds, ONE_DAY, ONE_HOUR, ONE_YEAR, type Timestamp } from "@marquee/contract";
import { count, inArray, lt } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Logger } from "pino";
import {
  type ConfirmedRecords,
  RECORD_KINDS,
  RECORD_VARIABLES,
  type RecordKind,
  type RecordRetention,
} from "../../../platform/config/recordRetention.ts";
import { startJob } from "../../../platform/jobs/startJob.ts";
import type { Records, RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { changes } from "../../../platform/storage/records/tables.ts";
import { knownDevices } from "../../accounts/tables.ts";
import { consentReceipts } from "../../consent/tables.ts";
import { leads } from "../../leads/tables.ts";
import { forgetLeads } from "../identities/forgetLeads.ts";
import type { HashEmail } from "../identities/names.ts";
import { recordRetention } from "../tables.ts";

interface RetentionOptions {
  db: RecordsDatabase;
  retention: RecordRetention;
  /** Confirmed numbers of days that may replace a longer time and so delete rows. */
  confirmed: ConfirmedRecords;
  hashEmail: HashEmail;
  now: () => Timestamp;
  /** Stops it between two transactions. */
  signal?: AbortSignal;
  log: Pick<Logger, "info" | "warn">;
}

const INTERVAL: Milliseconds = ONE_HOUR;
/** Rows deleted per transaction. */
const AT_ONCE = 500;
/** A known device that was unused for this long is deleted. */
const DEVICE_LIFETIME: Milliseconds = ONE_YEAR;

/** The column that determines a record's age. */
const AGES = {
  leads: { table: leads, id: leads.id, at: leads.createdAt },
  receipts: { table: consentReceipts, id: consentReceipts.id, at: consentReceipts.receivedAt },
  changes: { table: changes, id: changes.id, at: changes.at },
} as const;

/**
 * Deletes records older than the retention of their kind, and unused known devices. A retention shorter than the last applied one must be confirmed if it
 * would delete something; until then, the longer one applies.
 */
export async function expireRecords(options: RetentionOptions): Promise<void> {
  const { db, now } = options;
  const applied = await readApplied(db);
  for (const kind of RECORD_KINDS) {
    const days = await applyDays(options, kind, applied.get(kind) ?? null);
    if (days !== null) await deleteOlder(options, kind, new Date(now() - days * ONE_DAY));
  }
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, new Date(now() - DEVICE_LIFETIME)));
}

interface SweepOptions extends Omit<RetentionOptions, "db"> {
  records: Pick<Records, "db" | "isOpen" | "opened">;
}

/** Runs {@link expireRecords} once the store is open, and every hour. @returns a function that stops it and resolves once a running one has ended. */
export function startRecordRetention({ records, ...rest }: SweepOptions): () => Promise<void> {
  const job = startJob({
    name: "retention",
    interval: INTERVAL,
    async run({ signal, skip }) {
      if (!records.isOpen()) return skip();
      await expireRecords({ ...rest, db: records.db, signal });
    },
    failure: "Failed to delete expired records; trying again in an hour.",
    log: rest.log,
  });
  if (!records.isOpen()) records.opened.then(job.wake, () => undefined);
  return job.stop;
}

/** @returns days by kind; null means forever. */
async function readApplied(db: RecordsDatabase): Promise<Map<RecordKind, number | null>> {
  const rows = await db.select().from(recordRetention);
  return new Map(rows.map(({ kind, days }) => [kind, days]));
}

/** @param before the retention applied last. @returns the one that applies now. */
async function applyDays(
  { db, retention, confirmed, now, log }: RetentionOptions,
  kind: RecordKind,
  before: number | null,
): Promise<number | null> {
  const days = retention[kind];
  if (days === before) return days;
  const isShorter = days !== null && (before === null || days < before);
  if (isShorter && !confirmed[kind].includes(days)) {
    const older = await countOlder(db, kind, new Date(now() - days * ONE_DAY));
    if (older > 0) {
      log.warn(
        `${RECORD_VARIABLES[kind]}=${days} would delete ${older.toLocaleString("en")} ${kind}. The longer retention stays in effect. To delete them, set RETENTION_CONFIRM=${kind}:${days}.`,
      );
      return before;
    }
  }
  const row = { days, appliedAt: new Date(now()) };
  await db
    .insert(recordRetention)
    .values({ kind, ...row })
    .onConflictDoUpdate({ target: recordRetention.kind, set: row });
  return days;
}

async function countOlder(db: RecordsDatabase, kind: RecordKind, before: Date): Promise<number> {
  const { table, at } = AGES[kind];
  const [row] = await db.select({ rows: count() }).from(table).where(lt(at, before));
  return row?.rows ?? 0;
}

async function deleteOlder(options: RetentionOptions, kind: RecordKind, before: Date): Promise<void> {
  let deleted = 0;
  for (let rows = AT_ONCE; rows === AT_ONCE && !options.signal?.aborted; deleted += rows)
    rows = await deleteSome(options, kind, before);
  if (deleted > 0) options.log.info(`Deleted ${deleted} ${kind} past their retention period.`);
}

/** @returns the number of deleted rows. */
async function deleteSome(
  { db, hashEmail }: RetentionOptions,
  kind: RecordKind,
  before: Date,
): Promise<number> {
  if (kind === "leads") return forgetLeads(db, lt(leads.createdAt, before), { hashEmail, limit: AT_ONCE });
  const { table, id, at } = AGES[kind];
  const older = db
    .select({ id: id as PgColumn })
    .from(table)
    .where(lt(at, before))
    .limit(AT_ONCE);
  const rows = await db
    .delete(table)
    .where(inArray(id as PgColumn, older))
    .returning({ id: id as PgColumn });
  return rows.length;
}
