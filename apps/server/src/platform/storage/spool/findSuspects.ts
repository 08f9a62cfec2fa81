import { setTimeout as sleep } from "node:timers/promises";
import { ClickHouseError } from "@clickhouse/client";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { InsertLines } from "../events/eventStore.ts";
import { describeInsertError, isAboutRows, mayBeAboutRows } from "../events/insertErrors.ts";
import type { BadRow } from "./badRow.types.ts";

interface SearchOptions {
  table: string;
  rows: readonly Buffer[];
  token: string;
  insertLines: InsertLines;
  /** Why inserting all rows failed. */
  error: unknown;
  /** Pause while the store is unavailable. */
  interval?: Milliseconds;
}

/** With more than these, the rows are not the cause. */
const MOST_SUSPECTS = 16;
/**
 * How often each is retried alone after others were stored, because a store that is out of memory fails on any row.
 */
const ROUNDS = 4;
/** Pauses of a search while the store is unavailable, because one that crashes restarts within seconds. */
const MOST_PAUSES = 60;

/**
 * Halves a block whose insertion fails again and again for no known reason, as if the store crashed on one of its rows. A row is bad if only it fails while others of its
 * block are stored, repeatedly. The others are stored; those that were stored when the connection was lost are stored twice, and count once by their message ID.
 * @returns the bad rows.
 * @throws the error of the store if the fault may be its own: if it accepts no row, if too many rows fail, or if it is unavailable, busy or full meanwhile.
 */
export async function findSuspects({
  table,
  rows,
  token,
  insertLines,
  error,
  interval = ONE_SECOND,
}: SearchOptions): Promise<BadRow[]> {
  let isAnyStored = false;
  let pauses = 0;
  const suspects: number[] = [];

  /** @returns why it failed; null if the rows are stored. */
  async function tryRows(first: number, count: number): Promise<unknown> {
    for (;;) {
      try {
        await insertLines(table, rows.slice(first, first + count), `${token}-${first}+${count}`);
        isAnyStored = true;
        return null;
      } catch (failure) {
        if (mayBeAboutRows(failure) || isAboutRows(failure)) return failure;
        if (failure instanceof ClickHouseError || pauses >= MOST_PAUSES) throw failure;
        pauses += 1;
        await sleep(interval);
      }
    }
  }

  async function search(first: number, count: number): Promise<void> {
    if (!(await tryRows(first, count))) return;
    if (count > 1) {
      const left = count >> 1;
      await search(first, left);
      await search(first + left, count - left);
      return;
    }
    suspects.push(first);
    if (suspects.length > MOST_SUSPECTS) throw error;
  }

  await search(0, rows.length);
  if (!isAnyStored) throw error;
  let bad = suspects.map((at) => ({ at, failure: error }));
  for (let round = 0; round < ROUNDS && bad.length > 0; round += 1) {
    await sleep(interval);
    const again = [];
    for (const { at } of bad) again.push({ at, failure: await tryRows(at, 1) });
    bad = again.filter(({ failure }) => failure !== null);
  }
  return bad.map(({ at, failure }) => ({
    table,
    json: String(rows[at]).trimEnd(),
    reason: describeInsertError(failure),
  }));
}
