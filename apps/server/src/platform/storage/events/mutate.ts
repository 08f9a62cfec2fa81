import { setTimeout as sleep } from "node:timers/promises";
import type { Milliseconds } from "@marquee/contract";
import type { EventStore } from "./eventStore.ts";

interface Mutation {
  table: string;
  /**
   * The statement after `ALTER TABLE <table>`. It stays on disk for a while, so it must not contain IDs of
   * people.
   */
  change: string;
  params?: Record<string, unknown>;
}

const POLL: Milliseconds = 200;

/**
 * Changes stored rows and waits for the end, however long that takes: a request has a time limit.
 * @throws when the store can't do it, or an earlier one fails: they run in order, so another one would only wait
 * behind it.
 */
export async function mutate(
  store: Pick<EventStore, "query" | "command">,
  { table, change, params }: Mutation,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  await hasUnfinished(store, table);
  await store.command(`ALTER TABLE ${table} ${change} SETTINGS mutations_sync = 0`, params);
  while (await hasUnfinished(store, table)) await sleep(POLL, undefined, signal && { signal });
}

/** @throws when an unfinished mutation fails. */
async function hasUnfinished(store: Pick<EventStore, "query">, table: string): Promise<boolean> {
  const [row] = await store.query<{ reason: string }>(
    `SELECT latest_fail_reason AS reason FROM system.mutations
     WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done AND NOT is_killed
     ORDER BY reason = '', create_time LIMIT 1`,
    { table },
  );
  if (row && row.reason !== "") throw new Error(`Rows of ${table} can't be changed: ${row.reason}`);
  return row !== undefined;
}
