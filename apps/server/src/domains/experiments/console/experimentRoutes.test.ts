import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EXPOSURE_EVENT, type FlagDefinition, ONE_DAY } from "@marquee/contract";
import type {
  EstimateResponse,
  ExperimentResponse,
  ExperimentsResponse,
  SiteResponse,
} from "@marquee/contract/schema";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changes } from "../../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import {
  experimentDefinition,
  flagDefinition,
  metric,
  redirectDefinition,
} from "../../../testing/experimentDefinition.ts";
import { experimentParts } from "../../../testing/experimentParts.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import { migrationsFolder, type TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";
import { flags } from "../../flags/tables.ts";
import { experimentPhases, experiments } from "../tables.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const OWNER = "owner@trellis.example";
let stores: TestStores;
let console: TestConsole;
let changeCount = 0;
let now = NOW;
/** Replaces every flag in one test. */
let flagOverride: FlagDefinition | null = null;

beforeAll(async () => {
  stores = await borrowTestStores();
  const parts = experimentParts({
    findFlag: (key) => flagOverride ?? flagDefinition({ key }),
    onChange: () => {
      changeCount += 1;
    },
  });
  console = await startConsole(stores, { now: () => now, experiments: parts });
}, 120_000);
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});
beforeEach(async () => {
  await stores.records.db.delete(experiments);
  await stores.records.db.delete(changes);
  now = NOW;
  flagOverride = null;
  changeCount = 0;
});

const put = (definition = experimentDefinition(), revision = 0) =>
  console.put(`/experiments/${definition.key}`, { revision, definition });
const step = (name: "start" | "stop" | "ship", revision: number, variation?: string, key = "quiz") =>
  console.post(`/experiments/${key}/${name}`, { revision, ...(variation && { variation }) });
const recorded = () => stores.records.db.select().from(changes).orderBy(asc(changes.id));
const setRole = (role: "owner" | "viewer") => stores.records.db.update(accounts).set({ role });

describe("saving an experiment", () => {
  it("saves a draft, records it and notifies other instances", async () => {
    const answer = await put();
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        definition: experimentDefinition(),
        revision: 1,
        state: "draft",
        phase: 0,
        startedAt: null,
        stoppedAt: null,
        updatedAt: NOW,
        updatedBy: OWNER,
        shipped: null,
        phases: [],
        path: "/",
        publication: null,
        takenBack: null,
      },
    ]);
    const { path, phases, publication, ...summary } = answer.json() as ExperimentResponse;
    expect((await console.get("/experiments")).json() as ExperimentsResponse).toEqual({
      experiments: [summary],
    });
    expect((await console.get("/experiments/quiz")).json()).toEqual({
      ...summary,
      phases,
      path,
      publication,
    });
    expect(await recorded()).toEqual([
      {
        id: expect.any(Number),
        at: new Date(NOW),
        actor: OWNER,
        entity: "experiment",
        key: "quiz",
        action: "created",
        before: null,
        after: experimentDefinition(),
      },
    ]);
    expect(changeCount).toBe(1);
  });

  it("names the page that shows a redirect", async () => {
    const saved = (await put(redirectDefinition("lp", "/pricing", "/lp"))).json() as ExperimentResponse;
    expect(saved.path).toBe("/pricing");
  });

  it("rejects the second of two conflicting saves and names the first editor", async () => {
    await put();
    now += 60_000;
    expect((await put(experimentDefinition({ name: "First" }), 1)).statusCode).toBe(200);
    const second = await put(experimentDefinition({ name: "Second" }), 1);
    expect([second.statusCode, second.json().error]).toEqual([
      409,
      {
        code: "conflict",
        message: `${OWNER} changed this experiment at 2026-06-01T12:01:00.000Z. Review their change, then save again.`,
      },
    ]);
    expect((await put()).statusCode).toBe(409);
    expect((await console.get("/experiments/quiz")).json().definition.name).toBe("First");
    expect((await recorded()).map(({ action }) => action)).toEqual(["created", "changed"]);
    expect(changeCount).toBe(2);
  });

  it("accepts only one of several simultaneous saves", async () => {
    await put();
    const answers = await Promise.all(["a", "b", "c"].map((name) => put(experimentDefinition({ name }), 1)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  });

  it("rejects inconsistent definitions, another key, unknown experiments and viewers", async () => {
    const bad = await put(experimentDefinition({ metrics: [metric({ isGuardrail: true })] }));
    expect([bad.statusCode, bad.json().error.message]).toEqual([400, expect.stringContaining("metrics.0: ")]);
    const renamed = await console.put("/experiments/other", {
      revision: 0,
      definition: experimentDefinition(),
    });
    expect([renamed.statusCode, renamed.json().error.message]).toEqual([
      400,
      expect.stringContaining("key: "),
    ]);
    expect((await put(experimentDefinition(), 3)).statusCode).toBe(404);
    expect((await console.get("/experiments/nowhere")).statusCode).toBe(404);
    await setRole("viewer");
    expect([(await put()).statusCode, (await step("start", 1)).statusCode]).toEqual([403, 403]);
    await setRole("owner");
    expect([await recorded(), changeCount]).toEqual([[], 0]);
  });
});

describe("the lifecycle of an experiment", () => {
  it("starts, stops and restarts in a new phase", async () => {
    await put();
    expect((await step("start", 1)).json()).toMatchObject({
      state: "running",
      phase: 1,
      revision: 2,
      startedAt: NOW,
      stoppedAt: null,
    });
    now += 1000;
    expect((await step("stop", 2)).json()).toMatchObject({
      state: "stopped",
      phase: 1,
      stoppedAt: NOW + 1000,
    });
    now += 1000;
    expect((await step("start", 3)).json()).toMatchObject({
      state: "running",
      phase: 2,
      startedAt: NOW + 2000,
      stoppedAt: null,
    });
    expect((await recorded()).map(({ action }) => action)).toEqual([
      "created",
      "started",
      "stopped",
      "started",
    ]);
    expect(changeCount).toBe(4);
  });

  it("rejects changes to assignment and metrics while running", async () => {
    await put();
    await step("start", 1);
    const renamed = experimentDefinition({
      name: "Other",
      hypothesis: "Other",
      minimumEffect: 0.1,
      metrics: [metric({ name: "Other" })],
    });
    expect((await put(renamed, 2)).json()).toMatchObject({ state: "running", revision: 3 });
    const other = experimentDefinition({ coverage: 0.5, metrics: [metric({ event: "Other" })] });
    const refused = await put(other, 3);
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      400,
      "coverage: Stop the experiment to change this. metrics: Stop the experiment to change this.",
    ]);
    await step("stop", 3);
    expect((await put(other, 4)).statusCode).toBe(200);
  });

  it("starts only complete, stopped experiments and stops only running ones", async () => {
    const same = experimentDefinition().variations.map((each) => ({ ...each, value: false }));
    await put(experimentDefinition({ hypothesis: " ", coverage: 0, variations: same }));
    const { message } = (await step("start", 1)).json().error;
    for (const place of ["hypothesis: ", "coverage: ", "variations: Shown has the same value"]) {
      expect(message).toContain(place);
    }
    expect((await step("stop", 1)).json().error.message).toBe("This experiment is not running.");
    await put(experimentDefinition(), 1);
    await step("start", 2);
    expect((await step("start", 3)).json().error.message).toBe("This experiment is already running.");
    expect((await step("start", 2)).statusCode).toBe(409);
    expect((await step("start", 1, undefined, "nowhere")).statusCode).toBe(404);
  });

  it("allows one running experiment for each flag and each redirected page", async () => {
    await put();
    await put(experimentDefinition({ key: "again", name: "Again" }));
    await put(redirectDefinition("lp", "/pricing", "/lp"));
    await put(redirectDefinition("ai", "/pricing", "/lp/ai"));
    await step("start", 1);
    expect((await step("start", 1, undefined, "again")).json().error.message).toBe(
      "The experiment Quiz banner is running on the flag pricing-quiz-banner-is-active. Stop it first.",
    );
    expect((await step("start", 1, undefined, "lp")).statusCode).toBe(200);
    expect((await step("start", 1, undefined, "ai")).json().error.message).toBe(
      "The experiment Quiz banner is running on the page /pricing. Stop it first.",
    );
    await put(redirectDefinition("home", "/", "/brain"));
    expect((await step("start", 1, undefined, "home")).statusCode).toBe(200);
  });
});

describe("reverting a change", () => {
  const revert = async (action: string) => {
    const id = (await recorded()).findLast((line) => line.action === action)?.id ?? 0;
    return console.post(`/changes/${id}/revert`, {});
  };

  it("restores the earlier definition unless there is a newer change", async () => {
    await put();
    await put(experimentDefinition({ name: "Other" }), 1);
    expect((await revert("created")).statusCode).toBe(409);
    expect((await console.get("/changes?entity=experiment")).json().changes[0]).toMatchObject({
      action: "changed",
      isReversible: true,
    });
    expect((await revert("changed")).statusCode).toBe(200);
    expect((await console.get("/experiments/quiz")).json()).toMatchObject({
      definition: experimentDefinition(),
      revision: 3,
    });
    expect((await recorded()).at(-1)).toMatchObject({ action: "reverted", actor: OWNER });
    expect((await revert("changed")).statusCode).toBe(409);
  });

  const state = async () => (await console.get("/experiments/quiz")).json() as ExperimentResponse;
  const latest = async () => (await console.get("/changes?entity=experiment&key=quiz")).json().changes[0];

  it("deletes a created draft, and restores it", async () => {
    await put();
    expect(await latest()).toMatchObject({ action: "created", isReversible: true });
    expect((await revert("created")).statusCode).toBe(200);
    expect((await console.get("/experiments/quiz")).statusCode).toBe(404);
    expect(await latest()).toMatchObject({ action: "reverted", after: null, isReversible: true });
    expect((await revert("reverted")).statusCode).toBe(200);
    expect(await state()).toMatchObject({ state: "draft", revision: 1, definition: experimentDefinition() });
    expect(await latest()).toMatchObject({ before: null, isReversible: true });
    expect(changeCount).toBe(3);
  });

  it("turns a started experiment back into a draft if nobody has seen it", async () => {
    await put();
    await step("start", 1);
    expect(await latest()).toMatchObject({ action: "started", isReversible: true });
    expect((await revert("started")).statusCode).toBe(200);
    expect(await state()).toMatchObject({ state: "draft", phase: 0, startedAt: null, phases: [] });
    expect(await latest()).toMatchObject({
      action: "reverted",
      before: { state: "running", phase: 1 },
      after: { state: "draft", phase: 0 },
      isReversible: false,
    });
    now += 1000;
    await step("start", 3);
    await step("stop", 4);
    await step("start", 5);
    expect((await revert("started")).statusCode).toBe(200);
    // Back to the end of the previous phase.
    const end = { phase: 1, startedAt: NOW + 1000, stoppedAt: NOW + 1000 };
    expect(await state()).toMatchObject({ state: "stopped", ...end, phases: [end] });
  });

  it("stops a started experiment that someone has seen, and keeps its results", async () => {
    await put();
    await step("start", 1);
    const seen = { experiment_id: "quiz", experiment_phase: 1, variation_id: "shown" };
    const exposure = {
      type: "track",
      event: EXPOSURE_EVENT,
      timestamp: NOW,
      properties: JSON.stringify(seen),
    };
    await stores.eventStore.insert("events", [eventRow({ message_id: "seen", ...exposure })], "seen");
    now += 1000;
    expect((await revert("started")).statusCode).toBe(200);
    expect(await state()).toMatchObject({ state: "stopped", phase: 1, stoppedAt: NOW + 1000 });
    expect(
      (await console.post("/query/experiments/quiz", { site_id: "127.0.0.1:3000" })).json(),
    ).toMatchObject({ users: 1 });
    await stores.eventStore.command("TRUNCATE TABLE events");
  });

  it("resumes the phase of a stopped experiment, if it can run", async () => {
    await put();
    await step("start", 1);
    now += 1000;
    await step("stop", 2);
    expect(await latest()).toMatchObject({ action: "stopped", isReversible: true });
    await put(experimentDefinition({ key: "again", name: "Again" }));
    await step("start", 1, undefined, "again");
    expect((await revert("stopped")).json().error.message).toContain("Again is running on the flag");
    await step("stop", 2, undefined, "again");
    const id = (await recorded()).find(({ key, action }) => key === "quiz" && action === "stopped")?.id;
    expect((await console.post(`/changes/${id}/revert`, {})).statusCode).toBe(200);
    const running = { phase: 1, startedAt: NOW, stoppedAt: null };
    expect(await state()).toMatchObject({ state: "running", ...running, phases: [running] });
    expect(await latest()).toMatchObject({ action: "reverted", isReversible: false });
  });

  it("does not revert a shipped variation, which is reverted in the flag, or requests of viewers", async () => {
    await put();
    await step("start", 1);
    await setRole("viewer");
    expect((await revert("started")).statusCode).toBe(403);
    await setRole("owner");
    await step("ship", 2, "shown");
    expect([(await revert("shipped")).statusCode, (await revert("started")).statusCode]).toEqual([400, 409]);
  });
});

describe("estimating an experiment", () => {
  const question = {
    kind: "content",
    page: "pricing",
    targeting: [],
    coverage: 1,
    weights: [0.5, 0.5],
    metric: { type: "conversion", event: "Signed Up", path: "", property: "" },
    minimumEffect: 0.05,
  };
  const estimate = async (overrides: object = {}) =>
    console.post("/experiments/estimate", { ...question, ...overrides });

  it("counts the visitors of the page in every language, for viewers too", async () => {
    const rows = Array.from({ length: 400 }, (_, index) =>
      eventRow({
        message_id: `view-${index}`,
        anonymous_id: `v${index}`,
        path: index % 2 === 0 ? "/pricing" : "/de/pricing",
        timestamp: NOW - 14 * ONE_DAY,
      }),
    );
    const converted = rows
      .slice(0, 40)
      .map((row) => ({ ...row, message_id: `up-${row.message_id}`, type: "track", event: "Signed Up" }));
    // Today is not over.
    const today = eventRow({ message_id: "today", anonymous_id: "today", timestamp: NOW - 1 });
    await stores.eventStore.insert("events", [...rows, ...converted, today], "estimate");
    await setRole("viewer");
    const answer = (await estimate()).json() as EstimateResponse;
    await setRole("owner");
    expect(answer).toMatchObject({ days: 13.5, visitors: 400, baseline: 0.1, missing: null });
    expect(answer.paths).toEqual(expect.arrayContaining(["/pricing", "/de/pricing"]));
    expect(answer.suggestion?.days).toBeLessThanOrEqual(56);
    expect((await estimate({ kind: "flag", page: "" })).json()).toMatchObject({ visitors: 400, paths: [] });
    expect((await estimate({ kind: "redirect", page: "/de/pricing" })).json()).toMatchObject({
      visitors: 200,
    });
    await stores.eventStore.command("TRUNCATE TABLE events");
    expect((await estimate()).json()).toMatchObject({
      days: 0,
      visitors: 0,
      missing: "first-day",
      plan: null,
    });
  });

  it("counts visitors of the site's own hosts once it has others", async () => {
    const visitors = async () => {
      const answers = await Promise.all([estimate(), estimate({ kind: "flag", page: "" })]);
      return answers.map((answer) => (answer.json() as EstimateResponse).visitors);
    };
    const rows = ["127.0.0.1:3000", "docs.trellis.example", "docs.trellis.example"].map((host, index) =>
      eventRow({
        message_id: `host-${index}`,
        anonymous_id: `v${index}`,
        host,
        timestamp: NOW - 14 * ONE_DAY,
      }),
    );
    await stores.eventStore.insert("events", rows, "hosts");
    expect(await visitors()).toEqual([3, 3]);
    const { definition: site, revision } = (await console.get("/site")).json() as SiteResponse;
    const hosts = [...site.hosts, "docs.trellis.example"];
    expect((await console.put("/site", { revision, definition: { ...site, hosts } })).statusCode).toBe(200);
    expect(await visitors()).toEqual([1, 1]);
    await console.put("/site", { revision: revision + 1, definition: site });
    await stores.eventStore.command("TRUNCATE TABLE events");
  });

  it("rejects unknown pages and invalid shares", async () => {
    const unknown = await estimate({ page: "nowhere" });
    expect([unknown.statusCode, unknown.json().error.message]).toEqual([
      400,
      "There is no page nowhere with editable text.",
    ]);
    for (const invalid of [{ weights: [1, 0] }, { coverage: 0 }, { minimumEffect: 0 }])
      expect((await estimate(invalid)).statusCode).toBe(400);
  });
});

describe("experiments from before phases were stored", () => {
  it("get their phases from the change history", async () => {
    await put();
    await step("start", 1);
    now += 1000;
    await step("ship", 2, "shown");
    await put(experimentDefinition({ metrics: [metric({ event: "Other" })] }), 3);
    now += 1000;
    await step("start", 4);
    const { phases } = (await console.get("/experiments/quiz")).json();
    const storedPhases = await stores.records.db
      .select()
      .from(experimentPhases)
      .orderBy(experimentPhases.phase);
    expect(phases).toHaveLength(2);
    await stores.records.db.delete(experimentPhases);
    const migration = readFileSync(join(migrationsFolder, "0018_experiment_phases.sql"), "utf8");
    for (const statement of migration.split("--> statement-breakpoint").slice(1))
      await stores.records.db.execute(statement);
    expect(await stores.records.db.select().from(experimentPhases).orderBy(experimentPhases.phase)).toEqual(
      storedPhases,
    );
  });
});

describe("the environment", () => {
  it("decides which rules and flags exclude visitors", async () => {
    const rule = {
      id: "all",
      description: "For all",
      isOn: true,
      targeting: [],
      prerequisites: [],
      coverage: 1,
      environments: ["staging" as const],
      from: null,
      to: null,
      value: true,
    };
    await put();
    flagOverride = flagDefinition({ rules: [rule] });
    expect((await step("start", 1)).statusCode).toBe(200);
    await step("stop", 2);
    flagOverride = flagDefinition({ rules: [{ ...rule, environments: ["production"] }] });
    expect((await step("start", 3)).json().error.message).toContain("(For all) applies to everyone");
    flagOverride = flagDefinition({ environments: ["staging"] });
    expect((await step("start", 3)).json().error.message).toContain("is off in production");
  });
});

describe("shipping a variation", () => {
  const flagOf = async (key: string) =>
    (await stores.records.db.select().from(flags).where(eq(flags.key, key)))[0];

  it("sets the flag's default value and ends the experiment", async () => {
    await put();
    await step("start", 1);
    expect((await step("ship", 2)).json().error.message).toBe("variation: Use one of control, shown.");
    now += 1000;
    expect((await step("ship", 2, "shown")).json()).toMatchObject({
      state: "stopped",
      stoppedAt: NOW + 1000,
      shipped: "shown",
      revision: 3,
    });
    expect((await flagOf("pricing-quiz-banner-is-active"))?.definition.defaultValue).toBe(true);
    expect((await recorded()).at(-1)).toMatchObject({
      action: "shipped",
      before: { state: "running", shipped: null },
      after: { state: "stopped", shipped: "shown" },
    });
    now += 1000;
    expect((await step("ship", 3, "control")).json()).toMatchObject({
      stoppedAt: NOW + 1000,
      shipped: "control",
    });
  });

  it("does not ship a draft or a value that the flag rejects, and changes nothing", async () => {
    await put(experimentDefinition({ flag: "refuses" }));
    expect((await step("ship", 1, "shown")).json().error.message).toContain(
      "This experiment has not run yet. Start it first",
    );
    await step("start", 1);
    expect((await step("ship", 2, "shown")).statusCode).toBe(400);
    expect((await console.get("/experiments/quiz")).json()).toMatchObject({ state: "running", revision: 2 });
    expect(await flagOf("refuses")).toBeUndefined();
    expect(changeCount).toBe(2);
  });
});
