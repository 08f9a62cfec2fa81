import {
  instantAt,
  ONE_DAY,
  ONE_HOUR,
  type QueryResponse,
  type Timestamp,
  wallClockOf,
} from "@marquee/contract";
import type { AlertDefinition } from "@marquee/contract/schema";
import { beforeEach, describe, expect, it } from "vitest";
import { createCountsCheck } from "./checkCounts.ts";

const TZ = "Europe/Berlin";
const NOW = Date.parse("2026-11-20T12:20:00Z");
const ALERT: AlertDefinition = {
  name: "Visits",
  kind: "traffic",
  goal: null,
  filters: [],
  direction: "both",
  sensitivity: "normal",
  channels: [],
  recipients: [],
  isOn: true,
  isDeleted: false,
};

/** The site was measured since May. */
const MEASURED_FROM = Date.parse("2026-05-01T00:00:00Z");
const FIRST_EVENT = [{ first: String(MEASURED_FROM), events: "1" }];

/** Visits in the hour that begins at a time. */
let visitsAt: (hour: Timestamp) => number;
let queries: { from: Timestamp; to: Timestamp; filters: unknown }[];

beforeEach(() => {
  // By the clocks of the site, which changed on October 25.
  visitsAt = (hour) => {
    const wall = wallClockOf(hour, TZ) / ONE_HOUR;
    return 100 + (wall % 24 < 6 ? -60 : 0) + (wall % 7);
  };
  queries = [];
});

/** Queries about a site measured since May. */
const questions = {
  async answer({
    date_range,
    filters,
    metrics,
  }: {
    date_range: string | readonly string[];
    filters?: unknown;
    metrics: readonly string[];
  }) {
    const [from = 0, last = 0] = (date_range as string[]).map((text) => Date.parse(text));
    const to = last + 1000;
    queries.push({ from, to, filters });
    const isGoal = JSON.stringify(filters).includes("event:goal");
    const hours = Array.from({ length: (to - from) / ONE_HOUR }, (_, index) => from + index * ONE_HOUR);
    return {
      results: hours
        .filter((hour) => hour >= MEASURED_FROM)
        .map((hour) => ({
          dimensions: [new Date(hour).toISOString()],
          metrics: metrics.map(() => Math.round(visitsAt(hour) / (isGoal ? 5 : 1))),
        })),
    } as unknown as QueryResponse;
  },
};
const start = () =>
  createCountsCheck({
    eventStore: { query: async () => FIRST_EVENT as never },
    questions,
    site: () => ({ id: "trellis.example", timeZone: TZ }),
    definitions: async () => ({ goals: [{ id: 3, name: "Demo" }] as never, text: "" }),
  });
const dropAt = (from: Timestamp, to = Number.POSITIVE_INFINITY, share = 0.5) => {
  const usual = visitsAt;
  visitsAt = (hour) => usual(hour) * (hour >= from && hour < to ? share : 1);
};

it("finds nothing on a usual day, even after a clock change, and says what it could detect", async () => {
  const { steps, status } = await start()({ alert: ALERT, through: null, now: NOW });
  expect(steps.length).toBe(31 * 24);
  expect(steps.at(-1)?.at).toBe(Date.parse("2026-11-20T12:00:00Z"));
  expect(steps.flatMap(({ findings }) => findings)).toEqual([]);
  expect(status.state).toBe("ok");
  expect(status.text).toMatch(/^2,\d{3} visits in the last 24 hours \(usual: 1,8\d\d to 2,\d{3}\)\.$/);
  expect(status.readings.at(-1)?.smallestDrop).toBeCloseTo(0.2, 1);
});

it("finds a drop within hours, and links to the affected days and filters", async () => {
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
  expect(queries[0]?.filters).toEqual(alert.filters);
});

it("follows the alert's settings", async () => {
  dropAt(Date.parse("2026-11-20T02:00:00Z"), undefined, 3);
  const findingsFor = async (direction: AlertDefinition["direction"]) =>
    (await start()({ alert: { ...ALERT, direction }, through: NOW - ONE_HOUR, now: NOW })).steps.at(-1)
      ?.findings.length;
  expect([await findingsFor("rise"), await findingsFor("drop"), await findingsFor("both")]).toEqual([
    1, 0, 1,
  ]);
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
  const days = queries.map(({ from, to }) => (to - from) / ONE_DAY);
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

/** One lead each eight hours, until it is one a day. */
const sparse = (from: Timestamp, until = Number.POSITIVE_INFINITY) => {
  visitsAt = (hour) => {
    const isLow = hour >= from && hour < until;
    return (hour / ONE_HOUR) % (isLow ? 24 : 8) === 0 ? 1 : 0;
  };
};
const WEEKLY: AlertDefinition = { ...ALERT, kind: "leads", windowDays: 7, direction: "drop" };
const alarming = (steps: readonly { at: number; findings: readonly object[] }[]) =>
  steps.filter(({ findings }) => findings.length > 0).map(({ at }) => at);

describe("a threshold", () => {
  const alert: AlertDefinition = { ...WEEKLY, rule: { type: "threshold", side: "below", limit: 10 } };

  it("applies from the hour in which the window's count is beyond it, until it no longer is", async () => {
    sparse(Date.parse("2026-11-02T00:00:00Z"), Date.parse("2026-11-16T00:00:00Z"));
    const { steps, status, quietSteps } = await start()({ alert, through: null, now: NOW });
    const hours = alarming(steps);
    // Two of 21 are lost per day: 9 remain after the sixth bad day, and it is 10 again on the second good one.
    expect([hours[0], hours.at(-1)]).toEqual([
      Date.parse("2026-11-07T17:00:00Z"),
      Date.parse("2026-11-17T08:00:00Z"),
    ]);
    expect(hours.length).toBe((Number(hours.at(-1)) - Number(hours[0])) / ONE_HOUR + 1);
    expect(steps.find(({ findings }) => findings.length > 0)?.findings).toEqual([
      {
        subject: "",
        text: "Leads are below 10: 9 in the last 7 days.",
        href: "/?range=2026-10-31..2026-11-07&metric=leads",
      },
    ]);
    expect(status).toEqual({ state: "ok", text: "16 leads in the last 7 days (limit: 10).", readings: [] });
    expect(quietSteps).toBe(24);
  });

  it("says one lead, not one leads", async () => {
    visitsAt = (hour) => (hour === Date.parse("2026-11-19T08:00:00Z") ? 1 : 0);
    const low: AlertDefinition = { ...alert, rule: { type: "threshold", side: "below", limit: 1 } };
    const { status } = await start()({ alert: low, through: NOW, now: NOW });
    expect(status.text).toBe("1 lead in the last 7 days (limit: 1).");
  });

  it("does not include the limit itself, and has a direction", async () => {
    sparse(Number.POSITIVE_INFINITY);
    const stateFor = async (side: "above" | "below", limit: number) =>
      (
        await start()({
          alert: { ...alert, rule: { type: "threshold", side, limit } },
          through: NOW,
          now: NOW,
        })
      ).status.state;
    const states = [
      await stateFor("below", 21),
      await stateFor("below", 22),
      await stateFor("above", 21),
      await stateFor("above", 20),
    ];
    expect(states).toEqual(["ok", "alarm", "ok", "alarm"]);
  });

  it("of a rate is a percentage", async () => {
    const rate: AlertDefinition = { ...ALERT, kind: "conversion", goal: 3, windowDays: 28 };
    const { status } = await start()({
      alert: { ...rate, rule: { type: "threshold", side: "below", limit: 25 } },
      through: NOW,
      now: NOW,
    });
    expect(status).toMatchObject({
      state: "alarm",
      text: expect.stringMatching(/^Conversion to Demo is below 25%: 20(\.\d)?% in the last 28 days\.$/),
    });
  });

  it("counts the conversions of a goal", async () => {
    const { status } = await start()({
      alert: {
        ...ALERT,
        kind: "conversions",
        goal: 3,
        rule: { type: "threshold", side: "above", limit: 100 },
      },
      through: NOW,
      now: NOW,
    });
    expect(status.text).toMatch(/^Conversions of Demo are above 100: 4\d\d in the last 24 hours\.$/);
    expect(queries.at(-1)?.filters).toEqual([["is", "event:goal", ["Demo"]]]);
  });

  it("is not judged before a full window was measured", async () => {
    const early = MEASURED_FROM + 6 * ONE_DAY;
    expect((await start()({ alert, through: early, now: early })).status).toEqual({
      state: "learning",
      text: "Needs 7 days of history.",
      readings: [],
    });
  });
});

describe("a change", () => {
  const alert: AlertDefinition = { ...WEEKLY, rule: { type: "change", percent: 50 } };

  it("is compared with the previous window", async () => {
    sparse(Date.parse("2026-11-13T12:00:00Z"));
    const { status } = await start()({ alert, through: NOW, now: NOW });
    expect(status).toMatchObject({
      state: "alarm",
      text: "Leads are down 67%: 7 in the last 7 days, 21 in the 7 days before.",
    });
    const stateWith = async (change: Partial<AlertDefinition>) =>
      (await start()({ alert: { ...alert, ...change }, through: NOW, now: NOW })).status.state;
    expect(await stateWith({ rule: { type: "change", percent: 66 } })).toBe("alarm");
    expect(await stateWith({ rule: { type: "change", percent: 67 } })).toBe("ok");
    expect(await stateWith({ direction: "rise" })).toBe("ok");
  });

  it("of a day is compared with the same day a week earlier", async () => {
    const daily: AlertDefinition = { ...alert, windowDays: 1, kind: "traffic" };
    dropAt(Date.parse("2026-11-19T12:00:00Z"), undefined, 0.4);
    expect((await start()({ alert: daily, through: NOW, now: NOW })).status.text).toMatch(
      /^Visits are down 60%: \d{3} in the last 24 hours, 2,\d{3} on the same day a week earlier\.$/,
    );
  });
});

it("finds an unusual week of few leads that no single day shows", async () => {
  const week: AlertDefinition = { ...WEEKLY, rule: { type: "unusual" } };
  sparse(Date.parse("2026-11-13T12:00:00Z"));
  const { status } = await start()({ alert: week, through: NOW, now: NOW });
  expect(status).toMatchObject({ state: "alarm", readings: [{ hours: 168, value: 7, expected: 21 }] });
  const day = await start()({ alert: { ...week, windowDays: 1 }, through: NOW, now: NOW });
  expect([day.status.state, day.status.readings.at(-1)?.smallestDrop]).toEqual(["ok", null]);
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
