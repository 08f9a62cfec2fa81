import { COUNTERS, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { EventWriter } from "../platform/storage/events/eventStore.ts";
import type { BadRow } from "../platform/storage/spool/badRow.types.ts";
import type { RejectRows } from "../platform/storage/spool/rejectBadRows.ts";
import type { CounterRow } from "./counters.ts";
import { asRecord } from "./readJson.ts";
import { nameOf, type RejectedRow, sampleOf, writeRejected } from "./rejections.ts";

interface KeepOptions {
  writer: Pick<EventWriter, "insert">;
  now: () => Timestamp;
}

/**
 * Stores accepted rows that the event store can't read as rejected events. They are stored and counted before they leave the spool, so that none is lost.
 */
export function keepBadRows({ writer, now }: KeepOptions): RejectRows {
  const write = writeRejected(writer);
  return async (rows, token) => {
    const receivedAt = now();
    const minute = Math.floor(receivedAt / ONE_MINUTE) * (ONE_MINUTE / ONE_SECOND);
    const counter: CounterRow = {
      minute,
      name: COUNTERS.rejected,
      label: "not_storable",
      count: rows.length,
    };
    await write(
      rows.map((row) => toRejectedRow(row, receivedAt)),
      token,
    );
    await writer.insert("tallies", [counter], token);
  };
}

function toRejectedRow({ table, json, reason }: BadRow, receivedAt: Timestamp): RejectedRow {
  const row = asRecord(parse(json));
  const isEvent = table === "events";
  return {
    received_at: receivedAt,
    reason: "not_storable",
    detail: isEvent ? reason : `${table}: ${reason}`,
    type: nameOf(row.type),
    event: nameOf(row.event),
    message_id: nameOf(row.message_id),
    visitor_id: nameOf(row.visitor_id),
    library: nameOf(row.library),
    bytes: Buffer.byteLength(json),
    // Access to replays is limited, so samples contain no recorded data.
    sample: isEvent ? sampleOf(eventOf(row)) : "",
  };
}

/**
 * The original event of a row, with the sent names, because a deletion of its visitor finds samples by these.
 */
function eventOf(row: Record<string, unknown>): object {
  const { type, event, name, message_id, anonymous_id, user_id, group_id } = row;
  const [properties, traits, context] = [row.properties, row.traits, row.context].map(parse);
  return {
    type,
    event,
    name,
    messageId: message_id,
    anonymousId: anonymous_id,
    userId: user_id,
    groupId: group_id,
    properties,
    traits,
    context,
  };
}

/** @returns undefined for anything but JSON. */
function parse(json: unknown): unknown {
  try {
    return JSON.parse(String(json));
  } catch {
    return undefined;
  }
}
