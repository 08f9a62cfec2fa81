import { ClickHouseError } from "@clickhouse/client";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { silent } from "../testing/startTestStores.ts";
import {
  type RejectedRow,
  type Rejection,
  type Rejections,
  sampleOf,
  startRejections,
  writeRejected,
} from "./rejections.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
let isAway: boolean;
let written: RejectedRow[];
let counted: number;
let rejections: Rejections;

beforeEach(() => {
  isAway = false;
  written = [];
  counted = 0;
  rejections = startRejections({
    write: async (rows) => {
      if (isAway) throw new Error("It is away.");
      written.push(...rows);
    },
    counters: {
      add(_name, _label, count = 1) {
        counted += count;
      },
    },
    now: () => NOW,
    log: silent,
  });
});

const rejection = (event?: unknown): Rejection => ({
  reason: "no_event_name",
  detail: "event must be the name of the event",
  event,
  bytes: 70,
});

it("stores the known facts of a rejected event", async () => {
  const event = {
    type: "track",
    event: "e",
    messageId: "m",
    anonymousId: "visitor",
    context: { ip: "203.0.113.9", library: { name: "analytics.js" } },
  };
  rejections.record(rejection(event));
  await rejections.flush();
  expect(written).toEqual([
    {
      received_at: NOW,
      reason: "no_event_name",
      detail: "event must be the name of the event",
      type: "track",
      event: "e",
      message_id: "m",
      visitor_id: "visitor",
      library: "analytics.js",
      bytes: 70,
      sample: JSON.stringify({ ...event, context: { library: { name: "analytics.js" } } }),
    },
  ]);
});

it.each([undefined, null, 5, "text", [], { context: 5 }, { context: { library: null } }, { type: {} }])(
  "accepts %j as a rejected event",
  async (event) => {
    rejections.record(rejection(event));
    await rejections.flush();
    expect(written).toMatchObject([{ type: "", message_id: "", library: "" }]);
  },
);

it("counts all rejections and keeps at most 500 while the store is unavailable", async () => {
  isAway = true;
  for (let number = 0; number < 300; number += 1) rejections.record(rejection());
  await rejections.flush();
  for (let number = 0; number < 300; number += 1) rejections.record(rejection());
  await rejections.flush();
  isAway = false;
  await rejections.flush();
  expect([counted, written.length]).toEqual([600, 500]);
  rejections.record(rejection());
  await rejections.stop();
  expect(written).toHaveLength(501);
});

describe("sampleOf", () => {
  it("is the event's JSON if that is short", () => {
    const event = { type: "track", properties: { email: "who@example.com", list: [1, null, true] } };
    expect(sampleOf(event)).toBe(JSON.stringify(event));
  });

  it("removes IP addresses at any depth", () => {
    const event = {
      context: { ip: "anything", device: { IP: 5, remote_addr: "x" } },
      properties: { from: ["203.0.113.9", "2001:db8::7"] },
    };
    expect(sampleOf(event)).toBe('{"context":{"device":{}},"properties":{"from":["REDACTED","REDACTED"]}}');
  });

  it("accepts any depth", () => {
    const deep = JSON.parse("[".repeat(10_000) + "]".repeat(10_000)) as unknown;
    expect(sampleOf(deep)).toBe(`${"[".repeat(8)}"…"${"]".repeat(8)}`);
  });

  it("keeps properties named __proto__ or constructor without polluting prototypes", () => {
    const event: unknown = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    expect(sampleOf(event)).toBe(JSON.stringify(event));
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("is at most 2 KB of whole characters for any event", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 3000 }), (value, times) => {
        const sample = sampleOf({ text: "🌱ü".repeat(times), list: Array(times).fill(value), value });
        expect(Buffer.byteLength(sample)).toBeLessThanOrEqual(2048);
        expect(sample).not.toContain("\uFFFD");
      }),
    );
  });
});

it("stores a rejected event without its content if the event store rejects that", async () => {
  const stored: unknown[] = [];
  const write = writeRejected({
    async insert(_table, rows) {
      if (JSON.stringify(rows).includes("unreadable"))
        throw new ClickHouseError({ message: "Cannot parse input", code: "27" });
      stored.push(...rows);
    },
  });
  rejections = startRejections({ write, counters: { add: () => undefined }, now: () => NOW, log: silent });
  rejections.record(rejection({ event: "unreadable" }));
  await rejections.flush();
  expect(stored).toEqual([{ received_at: NOW, reason: "no_event_name", bytes: 70 }]);
});
