import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_MINUTE } from "@marquee/contract";
import type { Ingest } from "../collect/ingest/ingest.ts";
import type { DrainControl } from "../storage/spool/drain.ts";
import type { Stores } from "../storage/stores.ts";
import { writeArchive } from "./archive.ts";
import { listEventTables, readEventsMigration, writeEvents } from "./eventTables.ts";
import { readRecordsMigration, writeRecords } from "./recordTables.ts";

/** What precedes the name of a table in the archive. */
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
 * Writes everything that was acknowledged before the call, from all stores and as of one moment: meanwhile this server stores no events and
 * deletes no visitors, and keeps what arrives in its spool.
 * @throws {BackupError} when waiting events cannot be stored.
 */
export async function createBackup(options: BackupOptions, target: Writable): Promise<void> {
  const { eventStore, records, ingest, dataDir, now, patience = PATIENCE } = options;
  // It may fail before anything is written to it; writing then fails.
  target.on("error", () => undefined);
  const drains = [ingest.drain, ingest.recordings.drain];
  await Promise.all(drains.map((drain) => settle(drain, patience)));
  const manifest = {
    id: randomUUID(),
    createdAt: new Date(now()).toISOString(),
    records: await readRecordsMigration(records.db),
    events: await readEventsMigration(eventStore),
  };
  const { leads, others } = await listEventTables(eventStore);
  const key = await readFile(join(dataDir, "secrets.key")).catch(() => null);
  const write = () =>
    writeArchive(manifest, target, async (archive) => {
      if (key) await archive.section(SECRETS, asRow({ key: key.toString().trim() }));
      await writeEvents(eventStore, archive, { prefix: EVENTS, tables: leads });
      await writeRecords(records.db, archive, RECORDS);
      await writeEvents(eventStore, archive, { prefix: EVENTS, tables: others });
    });
  await ingest.recordings.drain.between(() => ingest.drain.between(write));
}

/** Waits until what waits in the spool now is stored. */
async function settle(drain: DrainControl, patience: Milliseconds): Promise<void> {
  const last = (await drain.status()).keys?.last;
  if (last === undefined) return;
  for (const deadline = Date.now() + patience; ; await sleep(POLL)) {
    const { keys, depth, lastError } = await drain.status();
    if (!keys || keys.first > last) return;
    if (Date.now() > deadline)
      throw new BackupError(
        `${depth} events wait to be stored${lastError ? ` (${lastError})` : ""}. Back up again once the event store has caught up.`,
      );
  }
}

async function* asRow(row: object): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(row)}\n`);
}
