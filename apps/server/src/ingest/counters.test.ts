import { ONE_MINUTE } from "@marquee/contract";
import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { silent } from "../testing/startTestStores.ts";
import { type CounterRow, type Counters, startCounters } from "./counters.ts";

const START = Date.UTC(2026, 5, 1, 12);
let now: number;
let isAway: boolean;
let blocks: Map<string, readonly CounterRow[]>;
let attempts: string[];
let counters: Counters;

beforeEach(() => {
  now = START;
  isAway = false;
  blocks = new Map();
  attempts = [];
  counters = startCounters({ write, now: () => now, log: silent });
});

/** A store that identifies blocks by token, like the real one. */
async function write(rows: readonly CounterRow[], token: string): Promise<void> {
  attempts.push(token);
  blocks.set(token, rows);
  if (isAway) throw new Error("The answer was lost.");
}

const rows = () => [...blocks.values()].flat();
const sumOf = (name: string) =>
  rows()
    .filter((row) => row.name === name)
    .reduce((sum, { count }) => sum + count, 0);

it("sums by minute, name and label, and writes each sum once", async () => {
  counters.add("accepted", "", 5);
  counters.add("accepted", "", 0);
  counters.add("rejected", "too_deep");
  counters.add("rejected", "too_deep");
  now += ONE_MINUTE;
  counters.add("accepted");
  await counters.flush();
  await counters.flush();
  const minute = START / 1000;
  expect(rows()).toEqual([
    { minute, name: "accepted", label: "", count: 5 },
    { minute, name: "rejected", label: "too_deep", count: 2 },
    { minute: minute + 60, name: "accepted", label: "", count: 1 },
  ]);
});

it("neither loses nor duplicates counts during a long store outage, and writes few blocks", async () => {
  isAway = true;
  for (let minute = 0; minute < 60; minute += 1) {
    counters.add("accepted");
    await counters.flush();
    now += ONE_MINUTE;
  }
  expect(new Set(attempts).size).toBe(1);
  isAway = false;
  await counters.flush();
  expect([sumOf("accepted"), blocks.size]).toEqual([60, 2]);
});

it("drops new names beyond the limit but still counts known ones", async () => {
  for (let name = 0; name < 40_000; name += 1) counters.add(`n${name}`);
  counters.add("n0");
  await counters.flush();
  expect([rows().length, sumOf("n0")]).toEqual([30_000, 2]);
});

it("writes pending counts when it stops, and stops even if the store hangs", async () => {
  counters.add("page", "denied");
  await counters.stop();
  expect(sumOf("page")).toBe(1);
  const hanging = startCounters({ write: () => new Promise(() => undefined), now: () => now, log: silent });
  hanging.add("page");
  vi.useFakeTimers();
  const stopped = hanging.stop();
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  await stopped;
});

it("keeps every sum across store outages", async () => {
  const step = fc.record({ name: fc.constantFrom("a", "b", "c"), count: fc.nat(9), away: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      blocks = new Map();
      isAway = false;
      const each = startCounters({ write, now: () => now, log: silent });
      for (const { name, count, away } of steps) {
        isAway = away;
        each.add(name, "", count);
        await each.flush();
      }
      isAway = false;
      await each.stop();
      for (const name of ["a", "b", "c"]) {
        const expected = steps
          .filter((step) => step.name === name)
          .reduce((sum, { count }) => sum + count, 0);
        expect(sumOf(name)).toBe(expected);
      }
    }),
  );
});
