import { getTableName } from "drizzle-orm";
import type { Ingest } from "../collect/ingest/ingest.ts";
import type { HashEmail } from "../identities/names.ts";
import { applyDeletions } from "../storage/events/applyDeletions.ts";
import type { Records } from "../storage/records/records.ts";
import {
  consentReceipts,
  dataExports,
  deletedReplays,
  deletionRequests,
  deletionSessions,
  identities,
  leadDeliveries,
  leadDeliveryAttempts,
  leadEntries,
  leadMeetings,
  leads,
} from "../storage/records/schema.ts";
import type { Stores } from "../storage/stores.ts";
import { hashEarlierNames } from "./hashNames.ts";

export interface EraseStores {
  eventStore: Stores["eventStore"];
  records: Pick<Records, "db" | "compact">;
  ingest: Pick<Ingest, "rewriteSpools">;
  hashEmail: HashEmail;
  /** Whether the event store is this server's own. */
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

/**
 * Removes what was deleted before the call from the stores' files. Deleting marks rows, or frees their space, and leaves the bytes where they are.
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
  await hashEarlierNames({ db: records.db, hashEmail }, signal);
  begin("events");
  await applyDeletions(eventStore, {
    isEmbedded,
    ...(signal && { signal }),
    onProgress: (done, of) => onStep({ name: "events", done, of }),
  });
  begin("records");
  await records.compact(TABLES);
}
