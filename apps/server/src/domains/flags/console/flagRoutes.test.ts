import { type FlagDefinition, ONE_HOUR, SITE_BANNER_FLAG, type VisitorAttributes } from "@marquee/contract";
import type { ChangesResponse, FlagState, FlagsResponse, FlagTestResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changes, flags as flagTable } from "../../../platform/storage/records/schema.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { flagRule as rule } from "../../../testing/experimentDefinition.ts";
import { minimalFlagFile } from "../../../testing/minimalFlags.ts";
import { minimalSite } from "../../../testing/minimalSite.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import { silent, type TestStores } from "../../../testing/startTestStores.ts";
import { listExperiments } from "../../experiments/experimentStore.ts";
import { startFlags } from "../startFlags.ts";

const QUIZ = "pricing-quiz-banner-is-active";
const NOON = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;
let console: TestConsole;

const flag = (key: string, change: Partial<FlagDefinition> = {}): FlagDefinition => ({
  key,
  type: "boolean",
  description: "",
  defaultValue: false,
  rules: [],
  isArchived: false,
  environments: ["production", "staging"],
  ...change,
});
const save = (definition: FlagDefinition, revision = 0, by = console) =>
  by.put(`/flags/${definition.key}`, { definition, revision });
const read = async (key: string) => (await console.get(`/flags/${key}`)).json<FlagState>();
const latestChange = async (key: string) =>
  (await console.get(`/changes?entity=flag&key=${key}`)).json<ChangesResponse>().changes[0];
const messageOf = (answer: { json(): { error: { message: string } } }) => answer.json().error.message;

beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores, { now: () => NOON });
});
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

describe("flag routes", () => {
  it("list the built-in flags before any change", async () => {
    const { flags, environment, clientKey } = (await console.get("/flags")).json<FlagsResponse>();
    expect({ environment, clientKey }).toEqual({ environment: "production", clientKey: "sdk-test" });
    expect(flags.map(({ definition }) => definition.key)).toContain(SITE_BANNER_FLAG);
    expect(flags.find(({ definition }) => definition.key === QUIZ)).toMatchObject({
      revision: 0,
      updatedBy: null,
      isBuiltIn: true,
      experiment: null,
      definition: { type: "boolean", defaultValue: false },
    });
  });

  it("save a flag, apply it on every instance and record who changed it", async () => {
    const other = await startFlags({
      ...stores,
      listExperiments: () => listExperiments(stores.records.db),
      file: minimalFlagFile,
      siteContent: minimalSite.siteContent,
      environment: "production",
      now: () => NOON,
      log: silent,
    });
    const answer = await save(flag("fresh.flag", { defaultValue: true }));
    expect(answer.statusCode).toBe(200);
    expect(answer.json<FlagState>()).toMatchObject({
      revision: 1,
      updatedAt: NOON,
      updatedBy: "owner@trellis.example",
      isBuiltIn: false,
    });
    expect(console.flags.current().evaluateUnknown().results["fresh.flag"]?.value).toBe(true);
    await expect
      .poll(() => other.current().evaluateUnknown().results["fresh.flag"]?.value, { timeout: 1000 })
      .toBe(true);
    expect(await latestChange("fresh.flag")).toMatchObject({
      actor: "owner@trellis.example",
      action: "created",
      before: null,
      at: NOON,
      isReversible: true,
      after: { defaultValue: true },
    });
    await other.stop();
  });

  it("reject the second of two conflicting saves, name the first editor and keep the first change", async () => {
    await save(flag("contested"));
    const results = await Promise.all([
      save(flag("contested", { description: "mine" }), 1),
      save(flag("contested", { description: "also mine" }), 1),
    ]);
    expect(results.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const loser = results.find(({ statusCode }) => statusCode === 409);
    expect(loser && messageOf(loser)).toMatch(/owner@trellis\.example changed this flag at 2026-06-01T12/);
    const winner = results.find(({ statusCode }) => statusCode === 200);
    expect(await read("contested")).toEqual(winner?.json());
    expect((await save(flag("contested"), 0)).statusCode).toBe(409);
  });

  it("revert a change unless there is a newer one", async () => {
    await save(flag("undone", { description: "first" }));
    await save(flag("undone", { description: "second" }), 1);
    const second = await latestChange("undone");
    expect((await console.post(`/changes/${second?.id}/revert`, {})).statusCode).toBe(200);
    expect((await read("undone")).definition.description).toBe("first");
    expect((await latestChange("undone"))?.action).toBe("reverted");
    const again = await console.post(`/changes/${second?.id}/revert`, {});
    expect([again.statusCode, messageOf(again)]).toEqual([
      409,
      "There is a newer change. Revert that one first.",
    ]);
  });

  it("revert a built-in flag to its value in the content folder", async () => {
    await save(flag(QUIZ, { defaultValue: true }));
    const change = await latestChange(QUIZ);
    expect(change?.before).toMatchObject({ defaultValue: false });
    await console.post(`/changes/${change?.id}/revert`, {});
    expect((await read(QUIZ)).definition.defaultValue).toBe(false);
  });

  it.each<[string, FlagDefinition, RegExp]>([
    [
      "a value of another type",
      flag("bad", { defaultValue: "yes" }),
      /^The default value: bad is a boolean flag; its value must be true or false/,
    ],
    [
      "a rule's value of another type",
      flag("bad", { rules: [rule({ value: 3 })] }),
      /^Rule 1: bad is a boolean flag/,
    ],
    [
      "two rules with the same ID",
      flag("bad", { rules: [rule(), rule()] }),
      /^Rule 2 has the same ID as an earlier rule \(one\)/,
    ],
    [
      "a rule that ends before it starts",
      flag("bad", { rules: [rule({ from: 2, to: 1 })] }),
      /^Rule 1 ends before it starts/,
    ],
    [
      "a redirect to another site",
      flag("redirect.x", { type: "string", defaultValue: "//evil.example" }),
      /This path leads to another site/,
    ],
    [
      "invalid page text",
      flag("content.home", { type: "json", defaultValue: { order: 5 } }),
      /Invalid page text/,
    ],
    [
      "texts for everybody",
      flag("content.home", { type: "json", defaultValue: { "copy:en:home": { "/hero/title": "Short" } } }),
      /^Texts that everybody sees are published under Pages/,
    ],
    [
      "an unknown prerequisite",
      flag("bad", { rules: [rule({ prerequisites: [{ flag: "nowhere", value: true }] })] }),
      /The prerequisite nowhere of bad does not exist/,
    ],
    [
      "itself as a prerequisite",
      flag("bad", { rules: [rule({ prerequisites: [{ flag: "bad", value: true }] })] }),
      /bad can't be its own prerequisite/,
    ],
    [
      "an archived built-in flag",
      flag(QUIZ, { isArchived: true }),
      /so it can't be archived\. Turn it off instead/,
    ],
    [
      "a built-in flag of another type",
      flag(QUIZ, { type: "string", defaultValue: "" }),
      /expects a boolean value for .* The type can't be changed/,
    ],
    [
      "an invalid banner",
      flag(SITE_BANNER_FLAG, { type: "json", defaultValue: { paths: ["pricing"] } }),
      /^The default value: Invalid banner at paths\.0: /,
    ],
  ])("reject %s and name the problem", async (_what, definition, message) => {
    const answer = await save(definition);
    expect(answer.statusCode).toBe(400);
    expect(messageOf(answer)).toMatch(message);
  });

  it("reject circular prerequisites and archiving a prerequisite", async () => {
    await save(flag("parent"));
    await save(flag("child", { rules: [rule({ prerequisites: [{ flag: "parent", value: true }] })] }));
    const circle = flag("parent", { rules: [rule({ prerequisites: [{ flag: "child", value: true }] })] });
    expect(messageOf(await save(circle, 1))).toMatch(
      /child already depends on parent, and prerequisites can't be circular/,
    );
    expect(messageOf(await save(flag("parent", { isArchived: true }), 1))).toMatch(
      /A rule of child has parent as a prerequisite/,
    );
  });

  it("evaluate a flag for a test visitor and explain the result", async () => {
    const definition = flag("tried", {
      type: "string",
      defaultValue: "default",
      rules: [
        rule({ id: "off", isOn: false, value: "off" }),
        rule({ id: "staging", environments: ["staging"], value: "staging" }),
        rule({ id: "later", from: NOON + ONE_HOUR, value: "later" }),
        rule({ id: "gated", prerequisites: [{ flag: QUIZ, value: true }], value: "gated" }),
        rule({
          id: "germans",
          value: "germans",
          targeting: [{ attribute: "country", operator: "in", values: ["DE"] }],
        }),
        rule({ id: "none", coverage: 0, value: "none" }),
        rule({ id: "all", value: "all" }),
        rule({ id: "never", value: "never" }),
      ],
    });
    const tryWith = async (attributes: Record<string, string>) =>
      (await console.post("/flags/tried/trial", { definition, attributes })).json<FlagTestResponse>();
    const reasons = ["off", "not-this-environment", "not-this-time", "prerequisite"];
    const french = await tryWith({ id: "visitor-1", country: "FR" });
    expect(french).toMatchObject({ value: "all", answeredBy: { kind: "rule", id: "all" } });
    expect(french.rules.map(({ reason }) => reason)).toEqual([
      ...reasons,
      "targeting",
      "coverage",
      "answered",
      "not-reached",
    ]);
    const german = await tryWith({ id: "visitor-1", country: "DE" });
    expect(german.value).toBe("germans");
    expect(german.rules.map(({ reason }) => reason).slice(4)).toEqual([
      "answered",
      "not-reached",
      "not-reached",
      "not-reached",
    ]);
    const stranger = await tryWith({ country: "DE" });
    expect(stranger.value).toBe("all");
    expect(stranger.rules.slice(4, 6).map(({ reason }) => reason)).toEqual(["no-id", "no-id"]);
  });

  it("test and save rules on boolean attributes, and reject texts for them", async () => {
    const onPhones = (...values: string[]) =>
      flag("phones", {
        type: "string",
        defaultValue: "default",
        rules: [rule({ value: "phone", targeting: [{ attribute: "isPhoneSize", operator: "in", values }] })],
      });
    const valueWith = async (attributes: VisitorAttributes) => {
      const body = { definition: onPhones("true"), attributes: { id: "visitor-1", ...attributes } };
      return (await console.post("/flags/phones/trial", body)).json<FlagTestResponse>().value;
    };
    expect([
      await valueWith({ isPhoneSize: true }),
      await valueWith({ isPhoneSize: false }),
      await valueWith({}),
    ]).toEqual(["phone", "default", "default"]);
    const asText = { definition: onPhones("true"), attributes: { isPhoneSize: "true" } };
    expect((await console.post("/flags/phones/trial", asText)).statusCode).toBe(400);
    const refused = await save(onPhones("yes"), 0);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.message).toContain('never "yes"');
    expect((await save(onPhones("true"), 0)).statusCode).toBe(200);
  });

  it("let viewers read and test flags but not change them", async () => {
    const viewer = await startConsole(stores, { role: "viewer", now: () => NOON });
    expect((await viewer.get("/flags")).statusCode).toBe(200);
    expect((await viewer.post(`/flags/${QUIZ}/trial`, { attributes: {} })).statusCode).toBe(200);
    const { db } = stores.records;
    const before = [await db.select().from(flagTable), await db.select().from(changes)];
    const refused = [
      await save(flag("by-viewer"), 0, viewer),
      await viewer.post(`/changes/${(await latestChange("contested"))?.id}/revert`, {}),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
    expect([await db.select().from(flagTable), await db.select().from(changes)]).toEqual(before);
    await viewer.app.close();
  });
});
