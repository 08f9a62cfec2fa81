import { linkedSessionOf } from "../platform/storage/events/keptColumns.ts";
import type { RumRow } from "../platform/storage/events/replayRows.types.ts";

let rows = 0;

/**
 * A RUM event of Datadog's client as a row of the store, with overrides for a test.
 * @param sent the event as sent, stored in `raw`.
 */
export function monitoringRow({ sent, ...overrides }: Partial<RumRow> & { sent?: object }): RumRow {
  rows += 1;
  const ids = { application_id: "shop", session_id: "s1", view_id: "v1", visitor_id: "" };
  const place = { url: "https://shop.example/cart", path: "/cart", service: "web", version: "1.0.0" };
  const detail = { name: "", duration: 0, error_message: "", error_stack: "", frustration: "" };
  const software = { browser: "Chrome", os: "Linux", device: "desktop", country: "DE" };
  const row = { track: "rum", type: "view", timestamp: 0, received_at: 0, raw: JSON.stringify(sent ?? {}) };
  const linked_session = linkedSessionOf(sent ?? {});
  return {
    message_id: `line ${rows}`,
    ...row,
    ...ids,
    ...place,
    ...detail,
    ...software,
    linked_session,
    ...overrides,
  };
}
