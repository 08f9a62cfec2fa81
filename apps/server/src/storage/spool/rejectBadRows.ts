import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import type { EventWriter, InsertLines } from "../events/eventStore.ts";
import { describeInsertError, insertFailureOf } from "../events/insertErrors.ts";
import { wellFormedJson } from "../wellFormedJson.ts";

/** A row that the event store refuses. */
export interface RefusedRow {
  /** Table of the event store. */
  table: string;
  /** JSON, as it was spooled. */
  json: string;
  /** Why, for people; without parts of the row. */
  reason: string;
}

/** Keeps refused rows as rejected events. A second call with the same `token` changes nothing. @throws when the event store is unavailable. */
export type RejectRows = (rows: readonly RefusedRow[], token: string) => Promise<void>;

interface RejectBadRowsOptions {
  writer: Pick<EventWriter, "insertLines" | "ping">;
  reject: RejectRows;
  log: Pick<Logger, "warn">;
  /** Pause between two looks whether the store is back. */
  pause?: Milliseconds;
}

/** No row of a block is accepted, and it is not clear that the rows are to blame. Nothing of the block is stored. */
export class BlockRefusedError extends Error {
  override name = "BlockRefusedError";

  constructor(cause: unknown) {
    super("The event store refuses each row of a block.", { cause });
  }
}

/** Failures in a row, without a clear reason, after which a row may be to blame. */
const UNCLEAR_FAILURES = 3;
/** How often rows are tried that fail without a clear reason, each time once the store responds again. */
const ATTEMPTS = 2;
const BACK_WITHIN: Milliseconds = ONE_MINUTE;

interface Refusal {
  row: Buffer;
  error: unknown;
  isClear: boolean;
}

/**
 * Inserts rows, and rejects those that the event store refuses for what they contain, so that they do not hold up the others: a refused block is
 * halved until the bad rows are found.
 * @returns a function that throws as `writer.insertLines` does, and a {@link BlockRefusedError}.
 */
export function rejectBadRows({
  writer: { insertLines, ping },
  reject,
  log,
  pause = ONE_SECOND,
}: RejectBadRowsOptions): InsertLines {
  /** Failures in a row of each table, without a clear reason. */
  const unclear = new Map<string, number>();

  async function isBack(): Promise<boolean> {
    for (let waited = 0; waited <= BACK_WITHIN; waited += pause) {
      if (await ping()) return true;
      await sleep(pause);
    }
    return false;
  }

  /** @returns null if the rows are stored, else why they are refused. */
  async function insert(table: string, rows: readonly Buffer[], token: string) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await insertLines(table, rows, token);
        return null;
      } catch (error) {
        const failure = insertFailureOf(error);
        if (failure === "store") throw error;
        if (failure === "rows") return { error, isClear: true };
        if (!(await isBack())) throw error;
        if (attempt === ATTEMPTS) return { error, isClear: false };
      }
    }
  }

  /** @param first number of the first row within the block; the same at each attempt, and so are the tokens. */
  async function insertHalves(
    table: string,
    rows: readonly Buffer[],
    token: string,
    first = 0,
  ): Promise<Refusal[]> {
    const refusal = await insert(table, rows, `${token}-${first}+${rows.length}`);
    if (!refusal) return [];
    if (rows.length <= 1) return rows.map((row) => ({ row, ...refusal }));
    const middle = rows.length >> 1;
    return [
      ...(await insertHalves(table, rows.slice(0, middle), token, first)),
      ...(await insertHalves(table, rows.slice(middle), token, first + middle)),
    ];
  }

  return async (table, lines, token) => {
    try {
      await insertLines(table, lines, token);
      unclear.delete(table);
      return;
    } catch (error) {
      const failure = insertFailureOf(error);
      if (failure === "store") throw error;
      const failures = (unclear.get(table) ?? 0) + 1;
      if (failure === "unclear") unclear.set(table, failures);
      if (failure === "unclear" && failures < UNCLEAR_FAILURES) throw error;
    }
    const rows = lines.flatMap(splitLines);
    const refusals = await insertHalves(table, rows, token);
    const isDoubtful = refusals.length === rows.length && refusals.some(({ isClear }) => !isClear);
    if (isDoubtful) throw new BlockRefusedError(refusals.find(({ isClear }) => !isClear)?.error);
    unclear.delete(table);
    const refused = refusals.map(({ row, error }) => ({
      table,
      json: row.toString().trimEnd(),
      reason: describeInsertError(error),
    }));
    const [example] = refused;
    if (!example) return;
    await reject(refused, `${token}-${digestOf(refused)}`);
    log.warn(
      { table, refused: refused.length, reason: example.reason },
      "The event store refused rows; they are under rejected events.",
    );
  };
}

/** Identifies these rows: another attempt may find others to blame, which are rejected, too. */
function digestOf(refused: readonly RefusedRow[]): string {
  const hash = createHash("sha256");
  for (const { json } of refused) hash.update(json).update("\n");
  return hash.digest("base64url");
}

/** The rows of a block, each with its line feed. Earlier versions spooled halves of characters. */
function splitLines(block: Buffer): Buffer[] {
  const text = wellFormedJson(block.toString());
  return text.split(/(?<=\n)/).map((line) => Buffer.from(line));
}
