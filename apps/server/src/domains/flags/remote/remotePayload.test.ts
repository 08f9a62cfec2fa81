import type { Json } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { compileFlags } from "../compileFlags.ts";
import { parseRemotePayload } from "./remotePayload.ts";

const savedGroups = {
  members: ["ada", "grace"],
  testers: { type: "list", attributeKey: "id", values: ["ada"] },
  german: { type: "condition", condition: { country: "DE" } },
  "german-testers": {
    type: "condition",
    condition: { $and: [{ $savedGroup: { id: "german" } }, { $savedGroup: { id: "testers" } }] },
  },
  circular: { type: "condition", condition: { $savedGroup: { id: "circular" } } },
  broken: { type: "condition", condition: { id: { $near: 1 } } },
  later: { type: "cohort" },
};

/** A flag whose first rule gives "first" to visitors matching `condition`, and whose second gives "second" to all others. */
const withRule = (rule: object) =>
  parseRemotePayload(
    JSON.stringify({
      features: {
        plan: { defaultValue: "basic", rules: [{ force: "first", ...rule }, { force: "second" }] },
      },
      savedGroups,
    }),
  );
const withCondition = (condition: unknown) => withRule({ condition });

function valueFor(remote: ReturnType<typeof parseRemotePayload>, attributes: Record<string, Json>) {
  const compiled = compileFlags({
    definitions: [],
    experiments: [],
    environment: "production",
    now: 0,
    remote,
  });
  return compiled.evaluate({ attributes }).results.plan?.value;
}

describe("rules with saved groups", () => {
  it.each([
    [{ id: { $inGroup: "members" } }, { id: "ada" }, "first"],
    [{ id: { $inGroup: "members" } }, { id: "linus" }, "second"],
    [{ id: { $notInGroup: "members" } }, { id: "ada" }, "second"],
    [{ id: { $notInGroup: "members" } }, { id: "linus" }, "first"],
    [{ id: { $notInGroup: "testers" } }, { id: "ada" }, "second"],
    [{ $savedGroup: { id: "german-testers" } }, { id: "ada", country: "DE" }, "first"],
    [{ $savedGroup: { id: "german-testers" } }, { id: "ada", country: "FR" }, "second"],
    [{ id: { $notInGroup: "gone" } }, { id: "ada" }, "first"],
    [{ id: { $inGroup: "gone" } }, { id: "ada" }, "second"],
    [{ $groups: { $elemMatch: { $eq: "beta" } } }, { $groups: ["beta"] }, "first"],
    [{ $groups: { $elemMatch: { $eq: "beta" } } }, { $groups: ["alpha"] }, "second"],
    [{ $not: { $savedGroup: { id: "german" } } }, { id: "ada", country: "DE" }, "second"],
  ])("%j with %j: %s", (condition, attributes, value) => {
    const remote = withCondition(condition);
    expect([valueFor(remote, attributes), remote.problems]).toEqual([value, []]);
  });

  it("are in the payload for SDKs, and change its ETag", () => {
    const payloadOf = (remote: ReturnType<typeof parseRemotePayload>) =>
      compileFlags({ definitions: [], experiments: [], environment: "production", now: 0, remote }).payload;
    const remote = withCondition({ id: { $inGroup: "members" } });
    expect(JSON.parse(payloadOf(remote).body)).toMatchObject({ savedGroups });
    const other = { ...remote, savedGroups: { ...remote.savedGroups, members: ["linus"] } };
    expect(payloadOf(other).etag).not.toBe(payloadOf(remote).etag);
  });
});

describe("a rule that cannot be evaluated", () => {
  const deep = JSON.parse(`${'{"$not":'.repeat(60)}{}${"}".repeat(60)}`);
  it.each([
    [{ id: { $near: 1 } }, "uses the unknown operator $near"],
    [{ $or: [{ id: "ada" }, { tags: { $all: [{ $near: 1 }] } }] }, "uses the unknown operator $near"],
    [{ tags: { $elemMatch: { $not: { $size: { $near: 1 } } } } }, "uses the unknown operator $near"],
    [{ tags: { $elemMatch: { name: { $near: 1 } } } }, "uses the unknown operator $near"],
    [{ id: { $notInGroup: "toString" } }, "refers to the saved group toString, which is not in the payload"],
    [{ id: { $notInGroup: "german" } }, "uses the saved group german as a list"],
    [{ $savedGroup: { id: "gone" } }, "refers to the saved group gone, which is not in the payload"],
    [{ $savedGroup: { id: "later" } }, "refers to the saved group later, whose type is unknown"],
    [{ $savedGroup: { id: "broken" } }, "uses the unknown operator $near"],
    [{ $savedGroup: { id: "circular" } }, "refers to the saved group circular in a circle"],
    [{ $and: { id: "ada" } }, "needs a list for the operator $and"],
    [{ id: { $in: "ada" } }, "needs a list for the operator $in"],
    [null, "has a condition that is not an object"],
    [[], "has a condition that is not an object"],
    [deep, "nests conditions more than 50 levels deep"],
  ])("%j %s", (condition, problem) => {
    const remote = withCondition(condition);
    expect(remote.problems).toEqual([{ flag: "plan", rule: 1, problem }]);
    expect(valueFor(remote, { id: "ada" })).toBe("basic");
  });

  it.each([
    [{ parentConditions: {} }, "has prerequisites that are not a list"],
    [{ parentConditions: [null] }, "has a prerequisite without a flag"],
    [{ parentConditions: [{ id: "a", condition: { value: { $is: 1 } } }] }, "uses the unknown operator $is"],
    [{ contextualBanditRef: "one" }, "uses a contextual bandit, which is not supported"],
  ])("%j %s", (rule, problem) => {
    expect(withRule(rule).problems).toEqual([{ flag: "plan", rule: 1, problem }]);
  });

  it("leaves the rules above it", () => {
    const rules = [
      { condition: { id: "ada" }, force: "first" },
      { condition: { id: { $near: 1 } }, force: "x" },
    ];
    const remote = parseRemotePayload(
      JSON.stringify({ features: { plan: { defaultValue: "basic", rules } } }),
    );
    expect([valueFor(remote, { id: "ada" }), valueFor(remote, { id: "linus" })]).toEqual(["first", "basic"]);
    expect(remote.problems).toMatchObject([{ rule: 2 }]);
  });
});

it("accepts every operator of GrowthBook's evaluation", () => {
  const value = {
    $veq: "1",
    $vne: "1",
    $vgt: "1",
    $vgte: "1",
    $vlt: "1",
    $vlte: "1",
    $eq: 1,
    $ne: 1,
    $lt: 1,
  };
  const more = { $lte: 1, $gt: 1, $gte: 1, $exists: true, $in: [1], $ini: ["a"], $nin: [1], $nini: ["a"] };
  const rest = { $not: { $eq: 1 }, $size: { $gt: 1 }, $elemMatch: { $eq: 1 }, $all: [1], $alli: ["a"] };
  const text = { $regex: "^a", $regexi: "^a", $type: "string", $inGroup: "members", $notInGroup: "members" };
  const condition = {
    id: { ...value, ...more, ...rest, ...text },
    "user.plan": { any: { $thing: 1 }, b: 1 },
  };
  expect(withCondition({ $and: [condition], $nor: [{ id: null }], $or: [] }).problems).toEqual([]);
});
