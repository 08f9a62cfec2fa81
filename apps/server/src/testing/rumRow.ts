import type { RumRow } from "../storage/events/replayRows.types.ts";

let rows = 0;

/** A line of a Datadog client as the store takes it; what is not given is empty, and `sent` are further members of the line. */
export function monitoringRow({ sent, ...given }: Partial<RumRow> & { sent?: object }): RumRow {
  rows += 1;
  const ids = { application_id: "shop", session_id: "s1", view_id: "v1", visitor_id: "" };
  const place = { url: "https://shop.example/cart", path: "/cart", service: "web", version: "1.0.0" };
  const detail = { name: "", duration: 0, error_message: "", error_stack: "", frustration: "" };
  const software = { browser: "Chrome", os: "Linux", device: "desktop", country: "DE" };
  const row = { track: "rum", type: "view", timestamp: 0, received_at: 0, raw: JSON.stringify(sent ?? {}) };
  return { message_id: `line ${rows}`, ...row, ...ids, ...place, ...detail, ...software, ...given };
}
