import { createHash } from "node:crypto";
import { ClickHouseError } from "@clickhouse/client";
import type { Milliseconds } from "@marquee/contract";
import type { Logger } from "pino";
import type { InsertLines } from "../events/eventStore.ts";
import { describeInsertError, isAboutRows, mayBeAboutRows } from "../events/insertErrors.ts";
import { wellFormedJson } from "../wellFormedJson.ts";
import type { BadRow } from "./badRow.types.ts";
import { findSuspects } from "./findSuspects.ts";

/** Keeps bad rows as rejected events. A second call with the same `token` changes nothing. @throws when the event store is unavailable. */
export type RejectRows = (rows: readonly BadRow[], token: string) => Promise<void>;

interface RejectBadRowsOptions {
  insertLines: InsertLines;
  reject: RejectRows;
  /** Pause while the store is away during a search, in milliseconds. */
  interval?: Milliseconds;
  log: Pick<Logger, "warn">;
}

/** Number of consecutive unexplained failures before rows are suspected. */
const PATIENCE = 5;

/**
 * Inserts rows, and rejects those that the event store can't read, so that they do not block the others: a block with such rows is halved until they are found. While the
 * store is unavailable, busy or full, nothing is rejected. Rows are also suspected when inserts fail repeatedly for no known reason: see {@link findSuspects}.
 * @returns a function that throws like `insertLines`, except for the content of rows.
 */
export function rejectBadRows({ insertLines, reject, interval, log }: RejectBadRowsOptions): InsertLines {
  /** Failures by table: storing rows of one says nothing about those of another. */
  const unexplained = new Map<string, number>();

  /** @param first number of the first row within the block; the same at each attempt, and so are the tokens. */
  async function insertHalves(
    table: string,
    rows: readonly Buffer[],
    token: string,
    first = 0,
  ): Promise<BadRow[]> {
    try {
      await insertLines(table, rows, `${token}-${first}+${rows.length}`);
      return [];
    } catch (error) {
      if (!isAboutRows(error)) throw error;
      if (rows.length <= 1) {
        const reason = describeInsertError(error);
        return rows.map((row) => ({ table, json: row.toString().trimEnd(), reason }));
      }
    }
    const middle = rows.length >> 1;
    return [
      ...(await insertHalves(table, rows.slice(0, middle), token, first)),
      ...(await insertHalves(table, rows.slice(middle), token, first + middle)),
    ];
  }

  return async (table, lines, token) => {
    const rows = () => lines.flatMap(splitLines);
    let bad: BadRow[];
    try {
      await insertLines(table, lines, token);
      unexplained.delete(table);
      return;
    } catch (error) {
      // A crashed store is unavailable for a while.
      const failures = unexplained.get(table) ?? 0;
      if (mayBeAboutRows(error)) unexplained.set(table, failures + 1);
      else if (error instanceof ClickHouseError) unexplained.delete(table);
      if (isAboutRows(error)) bad = await insertHalves(table, rows(), token);
      else if (failures + 1 >= PATIENCE && mayBeAboutRows(error))
        bad = await findSuspects({
          table,
          rows: rows(),
          token,
          insertLines,
          error,
          ...(interval && { interval }),
        });
      else throw error;
    }
    unexplained.delete(table);
    const [example] = bad;
    if (!example) return;
    await reject(bad, `${token}-${digestOf(bad)}`);
    const { reason } = example;
    log.warn({ table, rows: bad.length, reason }, "The event store can't read some rows; they are rejected.");
  };
}

/** Identifies these rows, because another attempt may find different ones, which are also rejected. */
function digestOf(rows: readonly BadRow[]): string {
  const hash = createHash("sha256");
  for (const { json } of rows) hash.update(json).update("\n");
  return hash.digest("base64url");
}

/** The rows of a block, each with its line feed. Earlier versions spooled halves of characters. */
function splitLines(block: Buffer): Buffer[] {
  const text = wellFormedJson(block.toString());
  return text.split(/(?<=\n)/).map((line) => Buffer.from(line));
}
