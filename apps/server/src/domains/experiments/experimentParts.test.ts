import {
  DEFAULT_FLAGS,
  type ExperimentDefinition,
  type FlagDefinition,
  type Json,
  SITE_BANNER_FLAG,
} from "@marquee/contract";
import type { ChangesResponse, ExperimentResponse, FlagState } from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import {
  experimentDefinition,
  flagDefinition,
  redirectDefinition,
} from "../../testing/experimentDefinition.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import type { TestStores } from "../../testing/startTestStores.ts";
import { contentRevisions } from "../publishing/tables.ts";

let stores: TestStores;
let console: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores);
}, 120_000);
afterAll(async () => {
  await console.app.close();
  await stores.records.db.delete(contentRevisions);
  await stores.stop();
});

const stateOf = async (key: string) => (await console.get(`/experiments/${key}`)).json<ExperimentResponse>();
const save = async (definition: ExperimentDefinition) => {
  const revision = (await stateOf(definition.key)).revision ?? 0;
  return console.put(`/experiments/${definition.key}`, { revision, definition });
};
const step = async (key: string, name: "start" | "stop" | "ship", variation?: string) => {
  const { revision } = await stateOf(key);
  return console.post(`/experiments/${key}/${name}`, { revision, ...(variation && { variation }) });
};
const saveFlag = async (definition: FlagDefinition) => {
  const state = (await console.get(`/flags/${definition.key}`)).json<Partial<FlagState>>();
  return console.put(`/flags/${definition.key}`, { revision: state.revision ?? 0, definition });
};
const revertLatest = async (key: string) => {
  const { changes } = (await console.get(`/changes?entity=flag&key=${key}`)).json<ChangesResponse>();
  return console.post(`/changes/${changes[0]?.id}/revert`, {});
};
const takersOf = (flag: string) => {
  const visitors = Array.from({ length: 20 }, (_, index) => ({ id: `visitor-${index}` }));
  return visitors.filter(
    (attributes) =>
      console.flags.current().evaluate({ attributes }).results[flag]?.experimentResult?.inExperiment,
  ).length;
};
const messageOf = (answer: { json(): { error: { message: string } } }) => answer.json().error.message;

describe("an experiment and its flag", () => {
  it("includes visitors again after it is shipped, reverted and restarted", async () => {
    const away = redirectDefinition("again", "/lp", "/lp/ai");
    await save(away);
    expect((await step("again", "start")).statusCode).toBe(200);
    expect(takersOf("redirect.again")).toBe(20);
    await step("again", "stop");
    expect((await step("again", "ship", "other")).json()).toMatchObject({ shipped: "other" });
    expect(console.flags.redirecting()).toHaveLength(1);
    expect((await revertLatest("redirect.again")).statusCode).toBe(200);
    expect(await stateOf("again")).toMatchObject({ shipped: null });
    expect((await step("again", "start")).statusCode).toBe(200);
    expect(takersOf("redirect.again")).toBe(20);
    await step("again", "stop");
  });

  it("does not start on a page with a shipped redirect", async () => {
    await save(redirectDefinition("first", "/brain", "/lp/ai"));
    await step("first", "start");
    await step("first", "ship", "other");
    await save(redirectDefinition("second", "/brain", "/lp"));
    expect(messageOf(await step("second", "start"))).toMatch(/\/brain is redirected because .* was shipped/);
    const moved = { ...redirectDefinition("first", "/pricing", "/lp/ai") };
    expect(messageOf(await save(moved))).toMatch(/A shipped redirect is active/);
    await step("first", "ship", "control");
    expect((await step("second", "start")).statusCode).toBe(200);
    await step("second", "stop");
  });

  it("neither starts nor ships if an earlier rule applies to everyone", async () => {
    const rule = {
      id: "all",
      description: "Everyone",
      isOn: true,
      targeting: [],
      prerequisites: [],
      coverage: 1,
      environments: ["production" as const],
      from: null,
      to: null,
      value: false,
    };
    const flag = flagDefinition({ key: "covered", rules: [] });
    await saveFlag(flag);
    await save(experimentDefinition({ key: "covered", flag: "covered" }));
    await step("covered", "start");
    await step("covered", "stop");
    await saveFlag({ ...flag, rules: [rule] });
    expect(messageOf(await step("covered", "start"))).toMatch(
      /\(Everyone\) applies to everyone, so no one would take part/,
    );
    expect(messageOf(await step("covered", "ship", "control"))).toMatch(
      /no one would get the variation you ship/,
    );
  });

  it("publishes a shipped banner, with one text for all languages", async () => {
    const banner = {
      ...DEFAULT_FLAGS[SITE_BANNER_FLAG],
      paths: ["*"],
      text: "Shipped",
      link: { href: "/brain", children: "Find out more" },
    };
    const value = banner as unknown as Json;
    await save(
      experimentDefinition({
        key: "news",
        flag: SITE_BANNER_FLAG,
        variations: [
          { key: "control", name: "None", value: {}, weight: 0.5 },
          { key: "shown", name: "Shown", value, weight: 0.5 },
        ],
      }),
    );
    await step("news", "start");
    expect((await step("news", "ship", "shown")).json()).toMatchObject({ shipped: "shown" });
    for (const locale of ["en", "de"] as const) expect(console.flags.banner(locale)).toEqual(banner);
    const { definition, revision } = (await console.get(`/flags/${SITE_BANNER_FLAG}`)).json<FlagState>();
    expect([definition.defaultValue, revision]).toEqual([banner, 0]);
    expect((await console.get("/experiments/news")).json<ExperimentResponse>().publication).toBe(1);
    expect((await console.get("/content/revisions")).json().revisions).toMatchObject([
      { note: `Shipped Shown of ${experimentDefinition().name}`, experiment: "news" },
    ]);
    await step("news", "ship", "control");
    expect(console.flags.banner("en")).toEqual(DEFAULT_FLAGS[SITE_BANNER_FLAG]);
  });

  it("does not ship to an archived flag or one of another type", async () => {
    const flag = flagDefinition({ key: "moved" });
    await saveFlag(flag);
    await save(experimentDefinition({ key: "moved", flag: "moved" }));
    await step("moved", "start");
    await step("moved", "stop");
    await saveFlag({ ...flag, type: "string", defaultValue: "text" });
    expect((await step("moved", "ship", "control")).statusCode).toBe(400);
    await saveFlag({ ...flag, isArchived: true });
    expect(messageOf(await step("moved", "ship", "control"))).toMatch(/archived/);
  });

  it("rejects changes to the flag while the experiment is running", async () => {
    const flag = flagDefinition({ key: "kept" });
    await saveFlag(flag);
    await save(experimentDefinition({ key: "kept", flag: "kept" }));
    await step("kept", "start");
    expect(messageOf(await saveFlag({ ...flag, environments: [] }))).toMatch(
      /is running on kept.*Stop it first/,
    );
    expect((await saveFlag({ ...flag, description: "Other words" })).statusCode).toBe(200);
    await step("kept", "stop");
  });
});
