import {
  EXPOSURE_EVENT,
  type ExperimentDefinition,
  ONE_DAY,
  ONE_HOUR,
  type Timestamp,
} from "@marquee/contract";
import type { ResultsResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import { changes } from "../../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { experimentDefinition, flagDefinition, metric } from "../../../testing/experimentDefinition.ts";
import { experimentParts } from "../../../testing/experimentParts.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { sessions } from "../../accounts/tables.ts";
import { experiments } from "../tables.ts";

const START = Date.UTC(2026, 5, 1);
const METRICS = [
  metric(),
  metric({
    id: "errors",
    name: "Errors",
    type: "count",
    event: "Error",
    goal: "decrease",
    isGuardrail: true,
  }),
  metric({ id: "load", name: "Load time", type: "mean", event: "Loaded", property: "ms", goal: "decrease" }),
];
let stores: TestStores;
let console: TestConsole;
let now: Timestamp = START;
let inserts = 0;

beforeAll(async () => {
  stores = await borrowTestStores();
  const parts = experimentParts({ findFlag: (key) => flagDefinition({ key }) });
  console = await startConsole(stores, { now: () => now, experiments: parts });
}, 120_000);
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

async function deleteAll(): Promise<void> {
  await stores.records.db.delete(experiments);
  await stores.records.db.delete(changes);
  await stores.eventStore.command("TRUNCATE TABLE events");
  await moveTo(START);
}

/** Sets the clock and keeps everyone signed in. */
async function moveTo(instant: Timestamp): Promise<void> {
  now = instant;
  const [createdAt, lastSeenAt] = [new Date(instant), new Date(instant)];
  await stores.records.db.update(sessions).set({ createdAt, lastSeenAt });
}

const post = async (path: string, payload: object) => {
  const answer = await console.post(path, payload);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
};
const save = async (definition: ExperimentDefinition, revision = 0) => {
  const answer = await console.put(`/experiments/${definition.key}`, { revision, definition });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
};
const ask = (query: object = {}) =>
  console.post("/query/experiments/quiz", { site_id: "127.0.0.1:3000", ...query });
const results = async (query?: object) => (await ask(query)).json() as ResultsResponse;

/** Starts an experiment at START, by default with one metric, because each takes the store 0.1 s per result. */
async function start(overrides: Partial<ExperimentDefinition> = {}): Promise<void> {
  await save(experimentDefinition({ metrics: [metric()], ...overrides }));
  await post("/experiments/quiz/start", { revision: 1 });
}

interface Group {
  variation: string;
  users: number;
  /** Number of visitors who sign up, and who have an error. */
  converted?: number;
  failed?: number;
  /** Hours from the start until they sign up. */
  hours?: number;
  overrides?: Partial<EventRow>;
}

/** Visitors who see a variation one hour after the start and have errors, or sign up by default, one hour later. */
async function visit(group: Group): Promise<void> {
  const { variation, users, converted = 0, failed = 0, hours = 2, overrides = {} } = group;
  inserts += 1;
  const event = (name: string, index: number, hours: number, properties: object) =>
    eventRow({
      message_id: `${inserts}-${name}-${index}`,
      anonymous_id: `${inserts}-${index}`,
      type: "track",
      event: name,
      timestamp: START + hours * ONE_HOUR,
      session_id: START + ONE_HOUR,
      properties: JSON.stringify(properties),
      ...overrides,
    });
  const each = (count: number, name: string, hours: number, properties: object = {}) =>
    Array.from({ length: count }, (_, index) => event(name, index, hours, properties));
  const exposure = { experiment_id: "quiz", experiment_phase: 1, variation_id: variation };
  const rows = [
    ...each(users, "", 1).map((row) => ({ ...row, type: "page", path: "/" })),
    ...each(users, EXPOSURE_EVENT, 1, exposure),
    ...each(converted, "Signed Up", hours),
    ...each(failed, "Error", 2, { code: 500 }),
  ];
  await stores.eventStore.insert("events", rows, `${inserts}`);
}

describe("an experiment without results", () => {
  beforeEach(deleteAll);

  it("has not started", async () => {
    const variations = experimentDefinition().variations.map((each, index) => ({ ...each, weight: index }));
    await save(experimentDefinition({ variations }));
    expect(await results()).toEqual({
      phase: 0,
      definition: experimentDefinition({ variations }),
      verdict: { kind: "not-started" },
      users: 0,
      sawSeveral: 0,
      sampleRatio: { pValue: null, isMismatch: false, variations: [] },
      usersNeeded: null,
      isExploratory: false,
      phases: [],
      metrics: [],
      explored: null,
      course: [],
      splits: [],
    });
  });

  it("has no visitors yet", async () => {
    await start();
    expect(await results()).toMatchObject({
      phase: 1,
      verdict: { kind: "no-visitors" },
      users: 0,
      usersNeeded: null,
    });
  });

  it("returns an error for an unknown experiment or site", async () => {
    expect((await ask()).statusCode).toBe(404);
    await start();
    expect((await ask({ site_id: "mars" })).json().error.message).toContain("There is no site `mars`");
  });
});

describe("results", () => {
  let afterEightDays: ResultsResponse;
  beforeAll(async () => {
    await deleteAll();
    await start({ metrics: METRICS });
    await visit({
      variation: "control",
      users: 1000,
      converted: 100,
      failed: 10,
      overrides: { country: "DE" },
    });
    await visit({
      variation: "shown",
      users: 1000,
      converted: 150,
      failed: 10,
      overrides: { country: "FR" },
    });
    await moveTo(START + 8 * ONE_DAY);
    afterEightDays = await results();
  });

  it("match values calculated by hand", () => {
    const { metrics, users, sawSeveral, sampleRatio } = afterEightDays;
    expect([users, sawSeveral]).toEqual([2000, 0]);
    expect(sampleRatio).toEqual({
      pValue: 1,
      isMismatch: false,
      variations: [
        { variation: "control", users: 1000, expected: 1000 },
        { variation: "shown", users: 1000, expected: 1000 },
      ],
    });
    const [control, treatment] = metrics[0]?.variations ?? [];
    expect(control).toMatchObject({
      variation: "control",
      users: 1000,
      total: 100,
      mean: 0.1,
      lift: null,
      sequential: null,
      fixedHorizon: null,
    });
    expect(treatment).toMatchObject({ variation: "shown", users: 1000, total: 150, mean: 0.15 });
    expect(treatment?.lift).toBeCloseTo(0.5, 12);
    // Unpooled: z = 0.05 / √((0.15 · 0.85 + 0.1 · 0.9) / 1000) = 3.3903.
    expect(treatment?.fixedHorizon?.pValue).toBeCloseTo(0.000698, 6);
    // Fieller, with c² = 3.84146: middle 0.015 / (0.01 − c² · 0.00009), reach c · √(V) / the same.
    expect(treatment?.fixedHorizon?.lift?.[0]).toBeCloseTo(0.1871, 3);
    expect(treatment?.fixedHorizon?.lift?.[1]).toBeCloseTo(0.9204, 3);
    // ρ² = (5.99146 + ln 6.99146) / 5000, so that 3.1236 standard errors are reached with 2000 users.
    const error = Math.sqrt((0.15 * 0.85 + 0.1 * 0.9) / 1000);
    expect(treatment?.sequential?.difference[0]).toBeCloseTo(0.05 - 3.1236 * error, 5);
    expect(treatment?.sequential?.lift?.[0]).toBeGreaterThan(0);
    expect(treatment?.sequential?.pValue).toBeLessThan(0.05);
    expect(treatment?.chanceToWin).toBeCloseTo(0.9996, 3);
    expect(treatment?.expectedLoss).toBeLessThan(0.001);
    expect(metrics[1]?.variations.map(({ total, mean }) => [total, mean])).toEqual([
      [10, 0.01],
      [10, 0.01],
    ]);
    expect(metrics[2]?.variations.map((figures) => figures.users)).toEqual([0, 0]);
  });

  it("name a winner after a week and not before", async () => {
    expect(afterEightDays.verdict).toEqual({ kind: "winner", metric: "sign-up", variation: "shown" });
    await moveTo(START + 6 * ONE_DAY);
    const early = await results();
    // 10% to 10.5% at 80% power: tables list this number for one look; many looks need about twice as many.
    expect(early.usersNeeded).toBeGreaterThan(57_763);
    expect(early.verdict).toEqual({
      kind: "too-early",
      usersNeeded: early.usersNeeded,
      isMinimumReached: false,
      remaining: { kind: "days", days: Math.ceil((early.usersNeeded ?? 0) / (1000 / 6)) - 6 },
    });
  });

  it("estimate the remaining time when the estimate of a day ago was about the same", async () => {
    await moveTo(START + 2 * ONE_HOUR);
    expect((await results()).verdict).toMatchObject({ remaining: { kind: "unknown", missing: "first-day" } });
    await moveTo(START + ONE_DAY);
    expect((await results()).verdict).toMatchObject({ remaining: { kind: "unknown", missing: "steady" } });
    // All came on the first day, so the rate is halved on the second one.
    await moveTo(START + 2 * ONE_DAY);
    expect((await results()).verdict).toMatchObject({ remaining: { kind: "unknown", missing: "steady" } });
    await moveTo(START + 5 * ONE_DAY);
    expect((await results()).verdict).toMatchObject({ remaining: { kind: "days" } });
  });

  it("have a time series by hour, later by day, that ends with the current values", async () => {
    const { course, metrics } = afterEightDays;
    expect(course.map(({ at }) => at)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((day) => START + day * ONE_DAY));
    expect(course[0]?.variations[1]).toMatchObject({ users: 1000, mean: 0.15, exposed: 1000 });
    const [, treatment] = metrics[0]?.variations ?? [];
    expect(course.at(-1)?.variations[1]).toEqual({
      variation: "shown",
      users: 1000,
      exposed: 0,
      mean: 0.15,
      lift: treatment?.lift,
      sequential: treatment?.sequential?.lift,
    });
    await moveTo(START + 3 * ONE_HOUR);
    expect(
      (await results()).course.map(({ variations }) => variations.map(({ users, mean }) => [users, mean])),
    ).toEqual([
      [
        [0, 0],
        [0, 0],
      ],
      [
        [1000, 0],
        [1000, 0],
      ],
      [
        [1000, 0.1],
        [1000, 0.15],
      ],
    ]);
  });

  it("can be segmented by country", async () => {
    await deleteAll();
    await start();
    await visit({ variation: "control", users: 1000, converted: 100, overrides: { country: "DE" } });
    await visit({ variation: "shown", users: 1000, converted: 150, overrides: { country: "FR" } });
    await visit({ variation: "control", users: 500, converted: 50, overrides: { country: "FR" } });
    await moveTo(START + 8 * ONE_DAY);
    const { splits } = await results({ split: "visit:country" });
    expect(splits.map(({ value, variations }) => [value, variations.map(({ users }) => users)])).toEqual([
      ["FR", [500, 1000]],
      ["DE", [1000, 0]],
    ]);
    // The only segment with both variations, so there is nothing to adjust for.
    expect(splits[0]?.variations[1]?.fixedHorizon?.pValue).toBeLessThan(0.01);
    expect(splits[1]?.variations[1]).toMatchObject({ lift: null, fixedHorizon: null, sequential: null });
    expect(afterEightDays.splits).toEqual([]);
  });
});

describe("results outside the plan", () => {
  beforeEach(deleteAll);

  it("decide nothing for part of the visitors, and are corrected as one of ten looks", async () => {
    await start();
    for (const [variation, converted] of [
      ["control", 100],
      ["shown", 150],
    ] as const)
      await visit({ variation, users: 1000, converted, overrides: { country: "DE" } });
    await moveTo(START + 8 * ONE_DAY);
    const [all, germans] = [await results(), await results({ filters: [["is", "visit:country", ["DE"]]] })];
    expect([all.verdict.kind, all.isExploratory]).toEqual(["winner", false]);
    expect([germans.verdict.kind, germans.isExploratory, germans.users]).toEqual(["exploratory", true, 2000]);
    const testOf = ({ metrics }: ResultsResponse) => metrics[0]?.variations[1]?.fixedHorizon?.pValue ?? 0;
    expect(testOf(germans)).toBeCloseTo(10 * testOf(all), 10);
    expect(germans.course.at(-1)?.variations[1]?.sequential).toEqual(
      germans.metrics[0]?.variations[1]?.sequential?.lift,
    );
  });

  it("count any goal and leads, without adding them to the experiment", async () => {
    await start();
    await visit({ variation: "control", users: 50, converted: 5 });
    await visit({ variation: "shown", users: 50, converted: 10 });
    await moveTo(START + ONE_DAY);
    const saved = await console.post("/goals", {
      definition: {
        name: "Explored sign-ups",
        value: 4,
        isArchived: false,
        condition: { kind: "event", event: "Signed Up", properties: [] },
      },
    });
    const { id } = saved.json();
    const explored = async (name: string) =>
      (await results({ explored: name })).explored?.variations.map(({ total }) => total);
    expect(await explored(`goal-${id}`)).toEqual([5, 10]);
    expect(await explored(`goal-${id}-value`)).toEqual([20, 40]);
    expect(await explored("won_value")).toEqual([0, 0]);
    expect((await results()).explored).toBeNull();
    const missing = await ask({ explored: "goal-999999" });
    expect([missing.statusCode, missing.json().error.message]).toEqual([
      404,
      "There is no goal for goal-999999. It may be archived.",
    ]);
    expect((await ask({ explored: "goal-1'" })).statusCode).toBe(400);
  });

  it("correct secondary metrics together, but neither the primary one nor guardrails", async () => {
    const copies = (["one", "two", "three"] as const).map((id) => metric({ id, name: id }));
    await start({ metrics: [...copies, metric({ id: "guard", isGuardrail: true })] });
    await visit({ variation: "control", users: 1000, converted: 100 });
    await visit({ variation: "shown", users: 1000, converted: 137 });
    await moveTo(START + 8 * ONE_DAY);
    const { metrics } = await results();
    const [primary, second, third, guard] = metrics.map(({ variations }) => variations[1]?.sequential);
    expect(guard).toEqual(primary);
    expect(primary?.pValue).toBeGreaterThan(0.05);
    // Both have the same p-value, so neither is reported, and each has half of alpha.
    expect(second).toEqual(third);
    expect(second?.pValue).toBeCloseTo(primary?.pValue ?? 0, 12);
    expect(second?.difference[0]).toBeLessThan(primary?.difference[0] ?? 0);
  });

  it("show all phases side by side, and add up the comparable ones", async () => {
    await start();
    await visit({ variation: "control", users: 100, converted: 10 });
    await visit({ variation: "shown", users: 100, converted: 20 });
    await moveTo(START + ONE_DAY);
    await post("/experiments/quiz/stop", { revision: 2 });
    await post("/experiments/quiz/start", { revision: 3 });
    await moveTo(START + 2 * ONE_DAY);
    const later = (index: number, name: string, properties: object) =>
      eventRow({
        message_id: `later ${name} ${index}`,
        anonymous_id: `later ${index}`,
        type: "track",
        event: name,
        timestamp: START + 1.5 * ONE_DAY,
        properties: JSON.stringify(properties),
      });
    const rows = Array.from({ length: 30 }, (_, index) => [
      later(index, EXPOSURE_EVENT, {
        experiment_id: "quiz",
        experiment_phase: 2,
        variation_id: index % 2 ? "shown" : "control",
      }),
      later(index, "Signed Up", {}),
    ]).flat();
    await stores.eventStore.insert("events", rows, "later");
    const totals = ({ metrics }: Pick<ResultsResponse, "metrics">) =>
      metrics[0]?.variations.map(({ users, total }) => [users, total]);
    const latest = await results();
    expect(totals(latest)).toEqual([
      [15, 15],
      [15, 15],
    ]);
    const all = await results({ phase: "all" });
    expect([all.phase, all.verdict.kind, all.users, all.isExploratory]).toEqual([
      "all",
      "exploratory",
      230,
      true,
    ]);
    expect(totals(all)).toEqual([
      [115, 25],
      [115, 35],
    ]);
    expect(all.phases.map(({ phase, users, differs }) => [phase, users, differs])).toEqual([
      [1, 200, null],
      [2, 30, null],
    ]);
    expect(all.phases[1]?.primary).toEqual(latest.metrics[0]);
    await post("/experiments/quiz/stop", { revision: 4 });
    const [control, treatment] = experimentDefinition().variations;
    const weights = [
      { ...control, weight: 0.9 },
      { ...treatment, weight: 0.1 },
    ] as ExperimentDefinition["variations"];
    await save(experimentDefinition({ metrics: [metric()], variations: weights }), 5);
    await post("/experiments/quiz/start", { revision: 6 });
    await moveTo(START + 3 * ONE_DAY);
    const changed = await results({ phase: "all" });
    expect([changed.users, changed.phases.map(({ differs }) => differs)]).toEqual([
      0,
      ["weights", "weights", null],
    ]);
  });
});

describe("invalid or harmful results", () => {
  beforeEach(deleteAll);

  it("report a sample ratio mismatch, whatever the metric says", async () => {
    await start();
    await visit({ variation: "control", users: 1000, converted: 100 });
    await visit({ variation: "shown", users: 1200, converted: 200 });
    await moveTo(START + 8 * ONE_DAY);
    const { verdict, sampleRatio } = await results();
    // χ² = 100² / 1100 · 2 = 18.18 with one degree of freedom.
    expect(verdict).toEqual({ kind: "sample-ratio-mismatch", pValue: sampleRatio.pValue });
    expect(sampleRatio.pValue).toBeCloseTo(2.01e-5, 7);
    expect(sampleRatio.variations[1]).toEqual({ variation: "shown", users: 1200, expected: 1100 });
  });

  it("report no mismatch if only some visitors have a value", async () => {
    await start({ metrics: [metric({ type: "mean", event: "Error", property: "code" })] });
    await visit({ variation: "control", users: 1000 });
    await visit({ variation: "shown", users: 1000, failed: 200 });
    await moveTo(START + 8 * ONE_DAY);
    const { verdict, sampleRatio } = await results();
    expect([verdict.kind, sampleRatio.isMismatch]).toEqual(["too-early", false]);
  });

  it("report a harmed guardrail", async () => {
    await start({ metrics: METRICS });
    await visit({ variation: "control", users: 1000, converted: 100, failed: 10 });
    await visit({ variation: "shown", users: 1000, converted: 150, failed: 200 });
    await moveTo(START + 8 * ONE_DAY);
    expect((await results()).verdict).toEqual({
      kind: "guardrail-harmed",
      metric: "errors",
      variation: "shown",
    });
  });

  it("exclude and count visitors who saw both variations", async () => {
    await start();
    await visit({ variation: "control", users: 20 });
    await visit({ variation: "shown", users: 20 });
    const exposure = (variation_id: string) =>
      eventRow({
        message_id: `both-${variation_id}`,
        anonymous_id: "both",
        type: "track",
        event: EXPOSURE_EVENT,
        timestamp: START + ONE_HOUR,
        properties: JSON.stringify({ experiment_id: "quiz", experiment_phase: 1, variation_id }),
      });
    await stores.eventStore.insert("events", [exposure("control"), exposure("shown")], "both");
    await moveTo(START + ONE_DAY);
    expect(await results()).toMatchObject({ users: 40, sawSeveral: 1 });
  });
});

describe("a phase", () => {
  beforeEach(deleteAll);

  it("ends when it is stopped, and the next one starts without visitors", async () => {
    await start();
    await visit({ variation: "control", users: 30, converted: 3, hours: 1 });
    await visit({ variation: "shown", users: 30, converted: 6 });
    await moveTo(START + 1.5 * ONE_HOUR);
    await post("/experiments/quiz/stop", { revision: 2 });
    await moveTo(START + ONE_DAY);
    const stopped = await results();
    expect(stopped.metrics[0]?.variations.map(({ users, total }) => [users, total])).toEqual([
      [30, 3],
      [30, 0],
    ]);
    expect(stopped.verdict).toMatchObject({ kind: "too-early", remaining: null });
    await post("/experiments/quiz/start", { revision: 3 });
    await moveTo(START + 2 * ONE_DAY);
    expect(await results()).toMatchObject({ phase: 2, users: 0, verdict: { kind: "no-visitors" } });
  });

  it("keeps its whole definition after a later edit, and can be read by its number", async () => {
    await start({ metrics: METRICS });
    await visit({ variation: "control", users: 100, converted: 10 });
    await visit({ variation: "shown", users: 100, converted: 30, failed: 50 });
    await moveTo(START + ONE_DAY);
    // Names may change while it runs.
    await save(experimentDefinition({ metrics: METRICS, hypothesis: "Later." }), 2);
    await post("/experiments/quiz/stop", { revision: 3 });
    const before = await results();
    const edited = experimentDefinition({
      metrics: [metric({ event: "Error", id: "failed", name: "Failed" })],
      variations: [
        { key: "control", name: "As it is", value: false, weight: 0.1 },
        { key: "renamed", name: "Shown", value: true, weight: 0.9 },
      ],
      minimumEffect: 0.5,
    });
    await save(edited, 4);
    expect(await results()).toEqual(before);
    expect(before.definition).toEqual(experimentDefinition({ metrics: METRICS, hypothesis: "Later." }));
    expect(before.sampleRatio).toMatchObject({
      pValue: 1,
      variations: [
        { variation: "control", users: 100, expected: 100 },
        { variation: "shown", users: 100, expected: 100 },
      ],
    });
    await post("/experiments/quiz/start", { revision: 5 });
    expect(await results()).toMatchObject({ phase: 2, users: 0, definition: edited });
    expect(await results({ phase: 1 })).toEqual(before);
    const { phases } = (await console.get("/experiments/quiz")).json();
    expect(phases).toEqual([
      { phase: 1, startedAt: START, stoppedAt: START + ONE_DAY },
      { phase: 2, startedAt: START + ONE_DAY, stoppedAt: null },
    ]);
    const unknown = await ask({ phase: 3 });
    expect([unknown.statusCode, unknown.json().error.message]).toEqual([404, "There is no phase 3 of quiz."]);
  });
});
