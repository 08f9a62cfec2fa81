import { COUNTERS, cutText, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { EventWriter } from "../storage/events/eventStore.ts";
import type { RefusedRow, RejectRows } from "../storage/spool/rejectBadRows.ts";
import type { CounterRow } from "./counters.ts";
import { asRecord } from "./readJson.ts";
import { nameOf, type RejectedRow, SAMPLE_LENGTH, sampleOf, writeRejected } from "./rejections.ts";

interface KeepOptions {
  writer: Pick<EventWriter, "insert">;
  now: () => Timestamp;
}

/**
 * Keeps rows that were accepted, but that the event store refuses, as rejected events. They are counted and stored before they leave the spool, so that
 * none is lost on the way.
 */
export function keepRefusedRows({ writer, now }: KeepOptions): RejectRows {
  const write = writeRejected(writer);
  return async (refused, token) => {
    const receivedAt = now();
    const minute = Math.floor(receivedAt / ONE_MINUTE) * (ONE_MINUTE / ONE_SECOND);
    const counter: CounterRow = {
      minute,
      name: COUNTERS.rejected,
      label: "not_storable",
      count: refused.length,
    };
    const rows = refused.map((row) => toRejectedRow(row, receivedAt));
    await write(rows, token);
    await writer.insert("tallies", [counter], token);
  };
}

function toRejectedRow({ table, json, reason }: RefusedRow, receivedAt: Timestamp): RejectedRow {
  const row = parse(json);
  const columns = asRecord(row);
  return {
    received_at: receivedAt,
    reason: "not_storable",
    detail: table === "events" ? reason : `${table}: ${reason}`,
    type: nameOf(columns.type),
    event: nameOf(columns.event),
    message_id: nameOf(columns.message_id),
    visitor_id: nameOf(columns.visitor_id),
    library: nameOf(columns.library),
    bytes: Buffer.byteLength(json),
    sample: row === undefined ? cutText(json, SAMPLE_LENGTH) : sampleOf(row),
  };
}

/** @returns undefined if the row itself is damaged. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
