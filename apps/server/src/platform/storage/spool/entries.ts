import type { ReplayKey } from "../records/deletedReplays.ts";
import { toWellFormedJson } from "../wellFormedJson.ts";

/** A row identified by a message ID. */
export interface SpooledRow {
  message_id: string;
}

/** Tables for recorder and RUM data. */
export const RECORDING_TABLES = ["replay_segments", "interactions", "monitoring_events"] as const;

/** A spooled row for one of the {@link RECORDING_TABLES}. */
export interface RecordingRow {
  /** Unique across all tables; contains the table name. */
  message_id: string;
  table: (typeof RECORDING_TABLES)[number];
  row: object;
}

/** Where a row goes and whose it is. */
interface RowTarget {
  /** Table of the event store. */
  table: string;
  /** The replay that the row belongs to; null if it belongs to none. */
  replay: ReplayKey | null;
}

/** A row in the event store's format. */
export interface EncodedRow extends RowTarget {
  json: string;
}

/** Format of the rows that this version spools. Raise it when rows change; earlier ones are then completed (`completeEntry.ts`). */
export const ROW_FORMAT = 2;
/**
 * Spelling of the rows that this version spools. Unlike a new format, a new spelling lets an earlier version use the spool: it ignores the spelling, and its
 * own entries have none.
 */
const SPELLING = 1;

/** Rows with the same target that arrived together. */
export interface SpoolEntry extends RowTarget {
  /** False for rows of an earlier version. */
  isCurrent: boolean;
  /** False for rows of a version that stored paths and campaigns as they were sent. */
  isRespelled: boolean;
  /** Number of rows. */
  count: number;
  /** The rows as JSON, each followed by a line feed. */
  lines: Buffer;
}

/** Size limit of an entry, because the file needs free space for it in one piece. In UTF-16 code units. */
const MAX_ENTRY_LENGTH = 256 * 1024;

/** Omits empty columns, more than half of a row's, for which the event store has the same defaults. */
export function encodeEvent(row: object): EncodedRow {
  const filled: Record<string, unknown> = { ...row };
  for (const column of Object.keys(filled)) if (isDefault(filled[column])) filled[column] = undefined;
  return { table: "events", replay: null, json: toWellFormedJson(filled) };
}

/**
 * Whether the value is its column's default in the event store. No column of `events` that can be empty has a different
 * default.
 */
function isDefault(value: unknown): boolean {
  return value === "" || value === 0 || (Array.isArray(value) && value.length === 0);
}

export function encodeRecording({ table, row }: Pick<RecordingRow, "table" | "row">): EncodedRow {
  return { table, replay: replayOf(row), json: toWellFormedJson(row) };
}

/** The replay that a row belongs to; null for RUM rows, whose sessions are Datadog's and identify no replay. */
function replayOf(row: object): ReplayKey | null {
  if (!("session_id" in row && "visitor_id" in row)) return null;
  const { session_id, visitor_id } = row;
  if (typeof session_id !== "number" || session_id === 0 || typeof visitor_id !== "string") return null;
  return { sessionId: session_id, visitorId: visitor_id };
}

/** Puts neighboring rows with the same target together, up to {@link MAX_ENTRY_LENGTH}. */
export function groupByTarget(rows: readonly EncodedRow[]): { target: RowTarget; lines: string[] }[] {
  const groups: { target: RowTarget; lines: string[]; length: number }[] = [];
  for (const row of rows) {
    const { json, table, replay } = row;
    const last = groups.at(-1);
    if (last && last.length + json.length <= MAX_ENTRY_LENGTH && isSameTarget(last.target, row)) {
      last.lines.push(json);
      last.length += json.length;
    } else groups.push({ target: { table, replay }, lines: [json], length: json.length });
  }
  return groups;
}

function isSameTarget(one: RowTarget, other: RowTarget): boolean {
  return (
    one.table === other.table &&
    one.replay?.sessionId === other.replay?.sessionId &&
    one.replay?.visitorId === other.replay?.visitorId
  );
}

/**
 * An entry on disk: a line with its target, then one line for each row.
 * @param isRespelled false for rows of an earlier version.
 */
export function packEntry(
  { table, replay }: RowTarget,
  lines: readonly string[],
  isRespelled = true,
): Buffer {
  const spelling = isRespelled ? SPELLING : 0;
  return Buffer.from(
    `${JSON.stringify({ table, replay, format: ROW_FORMAT, spelling })}\n${lines.join("\n")}\n`,
  );
}

/** @param count number of rows, which the entry's key has. */
export function readEntry(count: number, bytes: Buffer): SpoolEntry {
  const end = bytes.indexOf("\n");
  const { table, replay, format, spelling } = JSON.parse(bytes.toString("utf8", 0, end)) as RowTarget & {
    format?: number;
    spelling?: number;
  };
  return {
    table,
    replay,
    count,
    isCurrent: format === ROW_FORMAT,
    isRespelled: spelling === SPELLING,
    lines: bytes.subarray(end + 1),
  };
}
