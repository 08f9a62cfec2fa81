import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_MINUTE } from "@marquee/contract";
import { getTableName, inArray } from "drizzle-orm";
import type { Ingest } from "../../../ingest/process/ingest.ts";
import { applyDeletions } from "../../../platform/storage/events/applyDeletions.ts";
import type { Records, RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { deletedReplays } from "../../../platform/storage/records/tables.ts";
import type { Stores } from "../../../platform/storage/stores.ts";
import { consentReceipts } from "../../consent/tables.ts";
import {
  leadDeliveries,
  leadDeliveryAttempts,
  leadEntries,
  leadMeetings,
  leads,
  removedLeads,
} from "../../leads/tables.ts";
import type { HashEmail } from "../identities/names.ts";
import { dataExports, deletionRequests, deletionSessions, identities } from "../tables.ts";
import { hashEarlierNames } from "./hashNames.ts";

export interface EraseStores {
  eventStore: Stores["eventStore"];
  records: Pick<Records, "db" | "alone" | "compact">;
  ingest: Pick<Ingest, "rewriteSpools">;
  hashEmail: HashEmail;
  /** Whether the event store is embedded. */
  isEmbedded: boolean;
}

/** What a pass is doing. `done` and `of` count partitions of the event store. */
export interface EraseStep {
  name: "names" | "events" | "spools" | "records";
  done: number;
  of: number;
}

/** Tables of the record store with rows about visitors. */
const TABLES = [
  leads,
  leadEntries,
  leadMeetings,
  leadDeliveries,
  leadDeliveryAttempts,
  identities,
  consentReceipts,
  deletionRequests,
  deletionSessions,
  dataExports,
  deletedReplays,
].map((table) => getTableName(table));

/** Copies of leads in the event store are deleted once none can be in flight, two minutes after the lead. */
const COPIES_GO_WITHIN: Milliseconds = 3 * ONE_MINUTE;
const POLL: Milliseconds = 200;

async function waitForLeadCopies(db: RecordsDatabase, signal?: AbortSignal): Promise<void> {
  const removed = await db.select({ id: removedLeads.id }).from(removedLeads);
  const ids = removed.map(({ id }) => id);
  for (const deadline = Date.now() + COPIES_GO_WITHIN; ; await sleep(POLL, undefined, signal && { signal })) {
    const left = await db.$count(removedLeads, inArray(removedLeads.id, ids));
    if (left === 0) return;
    if (Date.now() > deadline) throw new Error(`${left} deleted leads still have copies in the event store.`);
  }
}

/**
 * Removes data deleted before the call from the stores' files. Deletion only marks rows or frees their space, which leaves the bytes in the files.
 * @param onStep called before each step.
 */
export async function eraseFiles(
  { eventStore, records, hashEmail, isEmbedded }: Omit<EraseStores, "ingest">,
  onStep: (step: EraseStep) => void,
  signal?: AbortSignal,
): Promise<void> {
  const begin = (name: EraseStep["name"]) => {
    signal?.throwIfAborted();
    onStep({ name, done: 0, of: 0 });
  };
  begin("names");
  await waitForLeadCopies(records.db, signal);
  await hashEarlierNames({ db: records.db, hashEmail }, signal);
  begin("events");
  await applyDeletions(eventStore, {
    isEmbedded,
    alone: records.alone,
    ...(signal && { signal }),
    onProgress: (done, of) => onStep({ name: "events", done, of }),
  });
  begin("records");
  const skipped = await records.compact(TABLES);
  if (skipped.length > 0)
    throw new Error(
      `These tables of the record store were in use, so deleted rows are still in their files: ${skipped.join(", ")}.`,
    );
}
