import { expect, it, onTestFinished } from "vitest";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { encodeEvent } from "./entries.ts";

it("omits an event's empty columns, for which the event store has the same defaults", async () => {
  const events = await borrowEvents();
  onTestFinished(() => events.stop());
  const { message_id, audience, ...rest } = eventRow({ message_id: "whole" });
  const empty = Object.fromEntries(Object.entries(rest).map(([column, value]) => [column, emptyOf(value)]));
  const whole = { message_id, audience, ...empty };
  const { json } = encodeEvent({ ...whole, message_id: "sparse" });
  expect(JSON.parse(json)).toEqual({ message_id: "sparse", audience });

  await events.insertLines("events", [Buffer.from(`${JSON.stringify(whole)}\n${json}\n`)], "token");
  const stored = await events.query<Record<string, unknown>>(
    "SELECT * EXCEPT (message_id, inserted_at) FROM events ORDER BY message_id",
  );
  expect(stored).toHaveLength(2);
  expect(stored[0]).toEqual(stored[1]);
});

function emptyOf(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === "number" ? 0 : "";
}
