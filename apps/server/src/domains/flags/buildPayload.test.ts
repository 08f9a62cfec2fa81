import type { FlagRule } from "@marquee/contract";
import { expect, it } from "vitest";
import { experimentDefinition, flagDefinition, flagRule } from "../../testing/experimentDefinition.ts";
import { buildPayload, nextChange, type PayloadSource } from "./buildPayload.ts";

const KEY = "pricing-quiz-banner-is-active";
const build = (change: Partial<PayloadSource>) =>
  buildPayload({ definitions: [], experiments: [], environment: "production", now: 100, ...change });
const rulesOf = (...rules: FlagRule[]) =>
  build({ definitions: [flagDefinition({ rules })] })[KEY]?.rules?.map(({ id }) => id);

it("excludes rules that are off, in another environment, not started or ended", () => {
  expect(
    rulesOf(
      flagRule({ id: "off", isOn: false }),
      flagRule({ id: "elsewhere", environments: ["staging"] }),
      flagRule({ id: "early", from: 101 }),
      flagRule({ id: "over", to: 100 }),
      flagRule({ id: "now", from: 100, to: 101 }),
      flagRule({ id: "always" }),
    ),
  ).toEqual(["now", "always"]);
});

it("returns only the default in other environments, and nothing for an archived flag", () => {
  const elsewhere = flagDefinition({ rules: [flagRule()], environments: ["staging"] });
  const experiments = [{ definition: experimentDefinition(), phase: 1 }];
  expect(build({ definitions: [elsewhere], experiments })).toEqual({
    [KEY]: { defaultValue: false, rules: [] },
  });
  expect(build({ definitions: [flagDefinition({ isArchived: true })] })).toEqual({});
});

it("puts rules before the experiment, which excludes known customers", () => {
  const experiments = [{ definition: experimentDefinition({ coverage: 0.4 }), phase: 3 }];
  const [first, second] =
    build({ definitions: [flagDefinition({ rules: [flagRule()] })], experiments })[KEY]?.rules ?? [];
  expect(first).toEqual({ id: "one", force: true });
  expect(second).toMatchObject({
    key: "quiz",
    phase: "3",
    seed: "quiz:3",
    bucketVersion: 3,
    hashVersion: 2,
    coverage: 0.4,
    condition: { audience: { $nin: ["customer"] } },
    weights: [0.5, 0.5],
    variations: [false, true],
  });
});

it("assigns a partial rollout with the rule's own seed", () => {
  const [only] =
    build({ definitions: [flagDefinition({ rules: [flagRule({ coverage: 0.2 })] })] })[KEY]?.rules ?? [];
  expect(only).toMatchObject({ coverage: 0.2, hashAttribute: "id", seed: `${KEY}:one` });
});

it("prefers remote features", () => {
  const remote = { [KEY]: { defaultValue: "theirs" }, other: { defaultValue: 1 } };
  expect(
    build({ definitions: [flagDefinition({ rules: [flagRule()] })], remote: { features: remote } }),
  ).toEqual(remote);
});

it("returns the next scheduled change", () => {
  const scheduled = flagDefinition({ rules: [flagRule({ from: 50, to: 300 }), flagRule({ from: 200 })] });
  expect([nextChange([scheduled], 100), nextChange([scheduled], 200), nextChange([scheduled], 300)]).toEqual([
    200,
    300,
    null,
  ]);
});
