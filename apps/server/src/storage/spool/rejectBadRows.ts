import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { InsertLines } from "../events/eventStore.ts";
import { describeInsertError, isAboutRows } from "../events/insertErrors.ts";
import { wellFormedJson } from "../wellFormedJson.ts";

/** A row that the event store can't read. */
export interface BadRow {
  /** Table of the event store. */
  table: string;
  /** JSON, as it was spooled. */
  json: string;
  /** Why, for people; without parts of the row. */
  reason: string;
}

/** Keeps bad rows as rejected events. A second call with the same `token` changes nothing. @throws when the event store is unavailable. */
export type RejectRows = (rows: readonly BadRow[], token: string) => Promise<void>;

interface RejectBadRowsOptions {
  insertLines: InsertLines;
  reject: RejectRows;
  log: Pick<Logger, "warn">;
}

/**
 * Inserts rows, and rejects those that the event store can't read, so that they do not hold up the others: a block with such rows is halved until they are
 * found. A store that is away, busy or full rejects nothing.
 * @returns a function that throws as `insertLines` does, except for what rows contain.
 */
export function rejectBadRows({ insertLines, reject, log }: RejectBadRowsOptions): InsertLines {
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
    try {
      return await insertLines(table, lines, token);
    } catch (error) {
      if (!isAboutRows(error)) throw error;
    }
    const bad = await insertHalves(table, lines.flatMap(splitLines), token);
    const [example] = bad;
    if (!example) return;
    await reject(bad, `${token}-${digestOf(bad)}`);
    const { reason } = example;
    log.warn({ table, rows: bad.length, reason }, "The event store can't read some rows; they are rejected.");
  };
}

/** Identifies these rows: another attempt may find others, which are rejected, too. */
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
