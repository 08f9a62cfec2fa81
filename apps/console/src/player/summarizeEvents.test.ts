import { expect, it } from "vitest";
import type { RecordedEvent } from "./recorded.types.ts";
import { summarizeEvents } from "./summarizeEvents.ts";

const at = (timestamp: number, data: Record<string, unknown>, type = 3): RecordedEvent => ({
  type,
  timestamp,
  data,
});
const click = (timestamp: number, id: number) => at(timestamp, { source: 2, type: 2, id });
const mutation = (timestamp: number) => at(timestamp, { source: 0, adds: [] });
const LAST = at(60_000, { source: 1, positions: [] });
const kinds = (events: RecordedEvent[], fields: number[] = []) =>
  summarizeEvents([...events, LAST], (id) => fields.includes(Number(id))).clicks.map(({ kind }) => kind);

it("detects dead clicks by the lack of a response", () => {
  expect(kinds([click(1000, 1), mutation(1900)])).toEqual(["click"]);
  expect(kinds([click(1000, 1), mutation(2100)])).toEqual(["dead"]);
  expect(kinds([click(1000, 1), at(1500, { href: "/" }, 4)])).toEqual(["click"]);
  expect(kinds([click(1000, 1), at(1001, { source: 2, type: 5, id: 1 })])).toEqual(["click"]);
  expect(kinds([click(1000, 7)], [7])).toEqual(["click"]);
});

it("does not call a click dead if the segment ends soon after it", () => {
  expect(summarizeEvents([click(1000, 1), mutation(1000)], () => false).clicks).toEqual([
    { at: 1000, kind: "click" },
  ]);
  expect(summarizeEvents([click(1000, 1), LAST], () => false).clicks[0]?.kind).toBe("dead");
});

it("detects three clicks on one element within a second as rage clicks", () => {
  expect(kinds([click(1000, 1), click(1400, 1), click(2000, 1), mutation(2001)])).toEqual([
    "rage",
    "rage",
    "rage",
  ]);
  expect(kinds([click(1000, 1), click(1400, 2), click(2000, 1), mutation(2001)])).toEqual([
    "dead",
    "click",
    "click",
  ]);
});

it("reports seconds with activity, pages and messages", () => {
  const events = [
    at(500, { href: "https://a.example/" }, 4),
    mutation(3000),
    at(5100, { source: 3, id: 1 }),
    at(5900, { source: 1, positions: [] }),
    at(9000, { tag: "page", payload: { pageUrl: "https://a.example/pricing" } }, 5),
    at(9100, { tag: "error", payload: { messageId: "m1" } }, 5),
    at(9200, { tag: "metadata", payload: { messageId: "m2" } }, 5),
  ];
  expect(summarizeEvents(events, () => false)).toMatchObject({
    activity: [0, 5000],
    messages: ["m1"],
    pages: [
      { at: 500, href: "https://a.example/" },
      { at: 9000, href: "https://a.example/pricing" },
    ],
  });
});

it("handles 100,000 clicks at once", () => {
  const events = Array.from({ length: 100_000 }, () => click(1000, 1));
  expect(new Set(kinds(events))).toEqual(new Set(["rage"]));
});
