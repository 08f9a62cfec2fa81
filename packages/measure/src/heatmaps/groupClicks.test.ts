import { type ClickRecord, ONE_HOUR } from "@marquee/contract";
import { expect, test } from "vitest";
import { createClickGroups } from "./sendInteractions.ts";

const HOUR = 480_000 * ONE_HOUR;
const click = (changes: Partial<ClickRecord> = {}): ClickRecord => ({
  type: "click",
  x: 10,
  y: 20,
  selector: "#buy",
  viewportHeight: 600,
  viewportWidth: 800,
  pageUrl: "https://example.test/",
  timestamp: HOUR + 5,
  ...changes,
});

test("clicks of one place, selector and hour are one record, which is told once", () => {
  const groups = createClickGroups();
  groups.add(1, click({ elementX: 0.1 }));
  groups.add(1, click({ elementX: 0.2, timestamp: HOUR + ONE_HOUR - 1 }));
  expect(groups.take()).toEqual(new Map([[1, [click({ elementX: 0.1, timestamp: HOUR, count: 2 })]]]));
  expect(groups.take()).toEqual(new Map());
});

test("another place, selector, hour, page, version, frustration or session is another record", () => {
  const groups = createClickGroups();
  groups.add(1, click());
  groups.add(2, click());
  const others: Partial<ClickRecord>[] = [
    { x: 11 },
    { y: 21 },
    { selector: "#sell" },
    { timestamp: HOUR + ONE_HOUR },
    { pageUrl: "https://example.test/pricing" },
    { pageVersion: "b" },
    { frustration: "rage" },
    { viewportWidth: 1200 },
  ];
  for (const other of others) groups.add(1, click(other));
  const taken = groups.take();
  expect(taken.get(1)?.map(({ count }) => count)).toEqual(Array.from({ length: 9 }, () => 1));
  expect(taken.get(2)).toEqual([click({ timestamp: HOUR, count: 1 })]);
});
