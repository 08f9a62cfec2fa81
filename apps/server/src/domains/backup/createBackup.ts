import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_MINUTE } from "@marquee/contract";
import type { Ingest } from "../../ingest/process/ingest.ts";
import { isMigrating } from "../../platform/storage/events/migrations/isMigrating.ts";
import { dropSnapshots, prepareSnapshots, type Snapshots } from "../../platform/storage/events/snapshots.ts";
import type { DrainControl } from "../../platform/storage/spool/drain.ts";
import type { Stores } from "../../platform/storage/stores.ts";
import { KEY_FILE } from "../connections/secretsKey.ts";
import { writeArchive } from "./archive.ts";
import {
  type EventTables,
  listEventTables,
  readEventsMigration,
  readWaitingMigrations,
  writeEvents,
} from "./eventTables.ts";
import { copyRecords, type RecordsCopy } from "./recordsCopy.ts";
import { listRecordSections, readRecordsMigration } from "./recordTables.ts";
import { STALE } from "./startSnapshotCleanup.ts";

/** Prefix of a table's name in the archive. */
export const RECORDS = "records.";
export const EVENTS = "events.";
/** The section of the key of connections' secrets, unless `SECRETS_KEY` has it. */
export const SECRETS = "secrets.key";

export interface BackupOptions extends Pick<Stores, "eventStore" | "records"> {
  ingest: Pick<Ingest, "drain" | "recordings">;
  dataDir: string;
  now: () => number;
  /** How long to wait for events that are acknowledged but not stored yet. */
  patience?: Milliseconds;
}

/** A backup cannot be made now; the message is for the operator and says why. */
export class BackupError extends Error {
  override name = "BackupError";
}

const PATIENCE = 2 * ONE_MINUTE;
const POLL: Milliseconds = 100;

/**
 * Writes everything acknowledged before the call, from all stores as of one moment. While the stores are being frozen, this server stores no events and
 * deletes no visitors, and keeps arriving data in its spool. It writes the archive while the stores continue.
 * @throws {BackupError} when waiting events cannot be stored, or the event store is being migrated.
 */
export async function createBackup(options: BackupOptions, target: Writable): Promise<void> {
  const { eventStore, records, ingest, dataDir, now, patience = PATIENCE } = options;
  // Ignored here, because a failed target makes writing fail later.
  target.on("error", () => undefined);
  if (await isMigrating(eventStore))
    throw new BackupError("The event store is being migrated. Back up again once that is done.");
  await dropSnapshots(eventStore, STALE);
  const tables = await listEventTables(eventStore);
  const snapshots = await prepareSnapshots(eventStore, [...tables.leads, ...tables.otherTables]);
  let frozen: Frozen | undefined;
  try {
    const drains = [ingest.drain, ingest.recordings.drain];
    await Promise.all(drains.map((drain) => settle(drain, patience)));
    const key = await readFile(join(dataDir, KEY_FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw new BackupError(`${KEY_FILE} in the data folder can't be read (${error.code}).`);
    });
    const sections = await sectionsOf(options);
    const manifest = {
      id: randomUUID(),
      createdAt: new Date(now()).toISOString(),
      records: await readRecordsMigration(records.db),
      events: await readEventsMigration(eventStore),
      waiting: await readWaitingMigrations(eventStore),
      sections: key === null ? sections : [SECRETS, ...sections],
    };
    frozen = await freeze(options, { tables, snapshots });
    if ((await readRecordsMigration(records.db)) !== manifest.records)
      throw new BackupError("The record store was migrated in the meantime. Back up again.");
    const { leads, otherTables, copy } = frozen;
    await writeArchive(manifest, target, async (archive) => {
      if (key !== null) await archive.section(SECRETS, asRow({ key: key.trim() }));
      await writeEvents(eventStore, archive, { prefix: EVENTS, snapshots: leads });
      await copy.writeTo(archive, RECORDS);
      await writeEvents(eventStore, archive, { prefix: EVENTS, snapshots: otherTables });
    });
  } finally {
    await frozen?.copy.close();
    await snapshots.drop();
  }
}

/** Names of the sections of all tables, in the order in which they are written. */
export async function sectionsOf({
  eventStore,
  records,
}: Pick<Stores, "eventStore" | "records">): Promise<string[]> {
  const { leads, otherTables } = await listEventTables(eventStore);
  const named = (prefix: string, names: readonly string[]) => names.map((name) => `${prefix}${name}`);
  return [
    ...named(EVENTS, leads),
    ...named(RECORDS, await listRecordSections(records.db)),
    ...named(EVENTS, otherTables),
  ];
}

/** All stores as of one moment. */
interface Frozen {
  /** Snapshots by table. */
  leads: Map<string, string>;
  otherTables: Map<string, string>;
  copy: RecordsCopy;
}

/**
 * Holds the drains until both stores are frozen: the event store by snapshots, the record store by a transaction, whose rows are then copied while the drains
 * continue.
 */
async function freeze(
  { records, ingest, dataDir }: BackupOptions,
  { tables, snapshots }: { tables: EventTables; snapshots: Snapshots },
): Promise<Frozen> {
  let copying: Promise<Frozen> | undefined;
  await ingest.recordings.drain.between(() =>
    ingest.drain.between(async () => {
      const leads = await snapshots.take(tables.leads);
      let otherTables = new Map<string, string>();
      await new Promise<void>((resolve, reject) => {
        const whenFrozen = async () => {
          otherTables = await snapshots.take(tables.otherTables);
          resolve();
        };
        copying = copyRecords(records.db, { dataDir, whenFrozen }).then((copy) => ({
          leads,
          otherTables,
          copy,
        }));
        copying.catch(reject);
      });
    }),
  );
  return copying as Promise<Frozen>;
}

/** Waits until everything currently in the spool is stored. */
async function settle(drain: DrainControl, patience: Milliseconds): Promise<void> {
  const last = (await drain.status()).keys?.last;
  if (last === undefined) return;
  for (const deadline = Date.now() + patience; ; await sleep(POLL)) {
    const { keys, depth, lastError } = await drain.status();
    if (!keys || keys.first > last) return;
    if (Date.now() > deadline)
      throw new BackupError(
        `${depth} events are waiting to be stored${lastError ? ` (${lastError})` : ""}. Back up again once the event store has caught up.`,
      );
  }
}

async function* asRow(row: object): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(row)}\n`);
}
