import type { InteractionRow, RumRow, SegmentRow } from "../platform/storage/events/replayRows.types.ts";

const NOON = Date.UTC(2026, 5, 1, 12);

/** Partial rows for tests of data ownership; the store fills in the other columns. */
export const recordedRows = {
  segment: (id: string, visitor_id: string, session_id: number): Partial<SegmentRow> => ({
    message_id: id,
    recording_id: id,
    visitor_id,
    session_id,
    protocol: "marquee",
    started: NOON,
    ended: NOON + 1000,
    received_at: NOON,
    path: "/pricing",
    event_count: 3,
  }),
  interaction: (id: string, visitor_id: string, session_id: number): Partial<InteractionRow> => ({
    message_id: id,
    visitor_id,
    session_id,
    type: "click",
    selector: "#buy",
    clicks: 1,
    timestamp: NOON,
    received_at: NOON,
    path: "/pricing",
  }),
  monitoring: (id: string, visitor_id: string, session_id: string): Partial<RumRow> => ({
    message_id: id,
    visitor_id,
    session_id,
    type: "view",
    track: "rum",
    timestamp: NOON,
    received_at: NOON,
    raw: JSON.stringify({ type: "view", id }),
  }),
};
