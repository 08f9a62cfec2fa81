import { EXPOSURE_EVENT, type ExperimentDefinition, ONE_DAY, ONE_HOUR } from "@marquee/contract";
import type { AlertDefinition, ResultsResponse, Verdict } from "@marquee/contract/schema";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { experimentDefinition, metric } from "../../../testing/experimentDefinition.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { changeExperiment } from "../../experiments/changeExperiment.ts";
import { experiments } from "../../experiments/tables.ts";
import { createExperimentsCheck, verdictText } from "./checkExperiments.ts";

const START = Date.UTC(2026, 5, 1);
const NOW = START + 8 * ONE_DAY;
const ALERT: AlertDefinition = {
  name: "Experiments",
  kind: "experiment",
  goal: null,
  filters: [],
  direction: "both",
  sensitivity: "normal",
  channels: [],
  recipients: [],
  isOn: true,
  isDeleted: false,
};

let stores: TestStores;
let inserts = 0;

beforeAll(async () => {
  stores = await borrowTestStores();
});
beforeEach(async () => {
  await stores.records.db.delete(experiments);
  await stores.eventStore.command("TRUNCATE TABLE events");
});
afterAll(() => stores.stop());

/** Stores an experiment that has run since {@link START} in its second phase, or is stopped. */
async function start(overrides: Partial<ExperimentDefinition> = {}, isStopped = false): Promise<void> {
  const definition = experimentDefinition(overrides);
  const content = {
    definition,
    phase: 2,
    startedAt: new Date(START),
    shipped: null,
    ...(isStopped
      ? { state: "stopped" as const, stoppedAt: new Date(NOW - ONE_HOUR) }
      : { state: "running" as const, stoppedAt: null }),
  };
  const change = { key: definition.key, revision: 0, actor: "eve@trellis.example", now: START };
  await changeExperiment(stores.records.db, change, async () => ({
    content,
    action: "started",
    before: null,
    after: null,
  }));
}

/** Visitors of a variation, some of whom sign up. */
async function visit(variation: string, users: number, converted: number): Promise<void> {
  inserts += 1;
  const event = (name: string, index: number, hours: number, properties: object = {}) =>
    eventRow({
      message_id: `${inserts} ${name} ${index}`,
      anonymous_id: `${inserts} ${index}`,
      type: "track",
      event: name,
      session_id: START + ONE_HOUR,
      timestamp: START + hours * ONE_HOUR,
      properties: JSON.stringify(properties),
    });
  const exposure = { experiment_id: "quiz", experiment_phase: 2, variation_id: variation };
  const each = (count: number, row: (index: number) => ReturnType<typeof event>) =>
    Array.from({ length: count }, (_, index) => row(index));
  const rows = [
    ...each(users, (index) => event(EXPOSURE_EVENT, index, 1, exposure)),
    ...each(converted, (index) => event("Signed Up", index, 2)),
  ];
  await stores.eventStore.insert("events", rows, `visits ${inserts}`);
}

async function check() {
  const { eventStore, records } = stores;
  const run = createExperimentsCheck({ eventStore, db: records.db, site: () => ({ timeZone: "UTC" }) });
  const { steps, status, quietSteps } = await run({ alert: ALERT, through: null, now: NOW });
  const { state, text } = status;
  return { state, text, quietSteps, findings: steps.flatMap(({ findings }) => findings) };
}

it("finds a decided experiment with its phase, so that each phase has its own alarm", async () => {
  await start();
  await visit("control", 500, 50);
  await visit("shown", 500, 150);
  const text = "Quiz banner is decided: Shown is better at Sign-ups.";
  expect(await check()).toEqual({
    state: "alarm",
    text,
    quietSteps: 1,
    findings: [{ subject: "quiz 2 winner", text, href: "/experiments/quiz" }],
  });
});

it("finds experiments with a worse variation or a sample ratio mismatch", async () => {
  await start();
  await visit("control", 500, 150);
  await visit("shown", 500, 50);
  expect((await check()).findings.map(({ subject }) => subject)).toEqual(["quiz 2 loser"]);
  await visit("shown", 300, 30);
  const [unbalanced, ...moreFindings] = (await check()).findings;
  expect([unbalanced?.subject, moreFindings]).toEqual(["quiz 2 sample-ratio-mismatch", []]);
  expect(unbalanced?.text).toContain("Quiz banner is unbalanced: visitors split differently");
});

it("says that there is no verdict yet or nothing running, and ignores stopped experiments", async () => {
  expect((await check()).text).toBe("No experiment is running.");
  await start({}, true);
  await visit("control", 500, 50);
  await visit("shown", 500, 150);
  expect(await check()).toMatchObject({ state: "ok", text: "No experiment is running.", findings: [] });
  await stores.records.db.delete(experiments);
  await stores.eventStore.command("TRUNCATE TABLE events");
  await start();
  await visit("control", 500, 50);
  await visit("shown", 500, 52);
  expect(await check()).toMatchObject({ state: "ok", text: "No verdict yet (1 running).", findings: [] });
});

it.each<[Verdict, string | null]>([
  [
    { kind: "guardrail-harmed", metric: "errors", variation: "shown" },
    "Quiz banner: Shown harms the guardrail Errors.",
  ],
  [{ kind: "no-difference", metric: "sign-up" }, "Quiz banner is decided: no difference in Sign-ups."],
  [{ kind: "no-visitors" }, null],
  [{ kind: "exploratory" }, null],
])("says what %j means, or nothing", (verdict, text) => {
  const metrics = [metric(), metric({ id: "errors", name: "Errors", isGuardrail: true })];
  // Safe cast: the text needs only these fields.
  const results = { definition: experimentDefinition({ metrics }), verdict } as ResultsResponse;
  expect(verdictText(results)).toBe(text);
});
