import {
  instantAt,
  ONE_DAY,
  ONE_HOUR,
  type QueryResponse,
  type Timestamp,
  wallClockOf,
} from "@marquee/contract";
import type { AlertDefinition } from "@marquee/contract/schema";
import { beforeEach, expect, it } from "vitest";
import { createUnusualCheck } from "./checkUnusual.ts";

const TZ = "Europe/Berlin";
const NOW = Date.parse("2026-11-20T12:20:00Z");
const ALERT: AlertDefinition = {
  ...{ name: "Visits", kind: "traffic", goal: null, filters: [], direction: "both", sensitivity: "normal" },
  ...{ channels: [], recipients: [], isOn: true, isDeleted: false },
};

/** Visits in the hour that begins at a time. */
let visitsAt: (hour: Timestamp) => number;
let asked: { from: Timestamp; to: Timestamp; filters: unknown }[];

beforeEach(() => {
  // By the clocks of the site, which changed on October 25.
  visitsAt = (hour) => {
    const wall = wallClockOf(hour, TZ) / ONE_HOUR;
    return 100 + (wall % 24 < 6 ? -60 : 0) + (wall % 7);
  };
  asked = [];
});

/** Questions about a site that was measured since May. */
const questions = {
  async answer({
    date_range,
    filters,
    metrics,
  }: {
    date_range: string | string[];
    filters?: unknown;
    metrics: string[];
  }) {
    const [from = 0, last = 0] = (date_range as string[]).map((text) => Date.parse(text));
    const to = last + 1000;
    asked.push({ from, to, filters });
    const isGoal = JSON.stringify(filters).includes("event:goal");
    const hours = Array.from({ length: (to - from) / ONE_HOUR }, (_, index) => from + index * ONE_HOUR);
    return {
      results: hours
        .filter((hour) => hour >= Date.parse("2026-05-01T00:00:00Z"))
        .map((hour) => ({
          dimensions: [new Date(hour).toISOString()],
          metrics: metrics.map(() => Math.round(visitsAt(hour) / (isGoal ? 5 : 1))),
        })),
    } as unknown as QueryResponse;
  },
};
const start = () =>
  createUnusualCheck({
    eventStore: { query: async () => [] },
    questions,
    site: () => ({ id: "trellis.example", timeZone: TZ }),
    definitions: async () => ({ goals: [{ id: 3, name: "Demo" }] as never, text: "" }),
  });
const dropAt = (from: Timestamp, to = Number.POSITIVE_INFINITY, share = 0.5) => {
  const usual = visitsAt;
  visitsAt = (hour) => usual(hour) * (hour >= from && hour < to ? share : 1);
};

it("finds nothing on a usual day, also after clocks changed, and says what would be found", async () => {
  const { steps, status } = await start()({ alert: ALERT, through: null, now: NOW });
  expect(steps.length).toBe(31 * 24);
  expect(steps.at(-1)?.at).toBe(Date.parse("2026-11-20T12:00:00Z"));
  expect(steps.flatMap(({ findings }) => findings)).toEqual([]);
  expect(status.state).toBe("ok");
  expect(status.text).toMatch(/^2,\d{3} visits in the last 24 hours \(usual: 1,8\d\d to 2,\d{3}\)\.$/);
  expect(status.readings.at(-1)?.smallestDrop).toBeCloseTo(0.2, 1);
});

it("finds a drop within hours, and links to the days and filters in question", async () => {
  dropAt(Date.parse("2026-11-20T08:00:00Z"));
  const alert = { ...ALERT, filters: [["is", "visit:country", ["DE", "a,b"]] as const] };
  const { steps, status } = await start()({ alert, through: NOW - ONE_DAY, now: NOW });
  expect(steps.at(-1)?.findings).toEqual([
    {
      subject: "",
      text: expect.stringMatching(
        /^Visits are down \d\d%: \d{3} visits in the last 6 hours instead of about \d{3}\.$/,
      ),
      href: "/?range=2026-11-13..2026-11-20&metric=visits&f=is%2Ccountry%2CDE%2Ca%252Cb",
    },
  ]);
  expect(status.state).toBe("alarm");
  expect(asked[0]?.filters).toEqual(alert.filters);
});

it("looks for what it is asked to look for", async () => {
  dropAt(Date.parse("2026-11-20T02:00:00Z"), undefined, 3);
  const found = async (direction: AlertDefinition["direction"]) =>
    (await start()({ alert: { ...ALERT, direction }, through: NOW - ONE_HOUR, now: NOW })).steps.at(-1)
      ?.findings.length;
  expect([await found("rise"), await found("drop"), await found("both")]).toEqual([1, 0, 1]);
});

it("judges every hour since the last check", async () => {
  dropAt(Date.parse("2026-11-17T06:00:00Z"), Date.parse("2026-11-17T18:00:00Z"));
  const { steps } = await start()({ alert: ALERT, through: NOW - 5 * ONE_DAY, now: NOW });
  const alarming = steps.filter(({ findings }) => findings.some(({ isUnsettled }) => !isUnsettled));
  expect(alarming.length).toBeGreaterThan(6);
  expect(
    alarming.every(
      ({ at }) => at > Date.parse("2026-11-17T06:00:00Z") && at < Date.parse("2026-11-18T18:00:00Z"),
    ),
  ).toBe(true);
});

it("reads only the last hours the next time, and all of them for other filters", async () => {
  const check = start();
  await check({ alert: ALERT, through: NOW - ONE_HOUR, now: NOW });
  await check({ alert: ALERT, through: NOW, now: NOW + ONE_HOUR });
  await check({
    alert: { ...ALERT, filters: [["is", "visit:device", ["mobile"]]] },
    through: NOW,
    now: NOW + ONE_HOUR,
  });
  const days = asked.map(({ from, to }) => (to - from) / ONE_DAY);
  expect(days[0]).toBeGreaterThan(80);
  expect(days[1]).toBeLessThan(0.5);
  expect(days[2]).toBeGreaterThan(80);
});

it("reads a goal's rate, and says when the goal is gone", async () => {
  const alert: AlertDefinition = { ...ALERT, kind: "conversion", goal: 3 };
  const { status } = await start()({ alert, through: NOW, now: NOW });
  expect(status.text).toMatch(/^20% in the last 24 hours \(usual: 1\d(\.\d)?% to 2\d(\.\d)?%\)\.$/);
  await expect(start()({ alert: { ...alert, goal: 4 }, through: NOW, now: NOW })).rejects.toThrow(
    "Its goal was archived",
  );
});

it("learns first", async () => {
  const usual = visitsAt;
  visitsAt = (hour) => (hour < instantAt(Date.UTC(2026, 10, 1), TZ) ? 0 : usual(hour));
  const { status } = await start()({ alert: ALERT, through: NOW, now: NOW });
  expect(status).toMatchObject({
    state: "learning",
    text: "Needs six weeks of history to know what is usual, and has 19 days.",
    readings: [],
  });
});
