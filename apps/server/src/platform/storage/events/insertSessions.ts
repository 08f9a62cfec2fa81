import type { EventStore } from "./eventStore.ts";
import { SESSION_COLUMNS } from "./queries/sessions.ts";

/**
 * A version for recounted rows, from the store's clock. Take it before reading, so that rows of a later version contain everything
 * stored before it. The last digits are random, so that two instances never use the same.
 */
export async function nextVersion(store: Pick<EventStore, "query">): Promise<string> {
  const [row] = await store.query<{ version: string }>(
    "SELECT toString(toUnixTimestamp64Micro(now64(6)) * 1000 + rand() % 1000) AS version",
  );
  if (!row) throw new Error("The event store returns no time.");
  return row.version;
}

/**
 * Runs on one thread. Nobody is waiting for it, and each thread holds blocks of all columns and parts in memory: a second one takes 130 MB for 5 million
 * events.
 */
export const insertSessions = (sessions: string) => `
  INSERT INTO sessions (${SESSION_COLUMNS}, version) SELECT ${SESSION_COLUMNS}, {version:UInt64} FROM (${sessions})
  SETTINGS max_threads = 1`;
