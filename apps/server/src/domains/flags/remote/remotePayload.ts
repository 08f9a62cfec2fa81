import type {
  ConditionInterface,
  FeatureDefinition,
  FeatureRule,
  SavedGroupsPayload,
} from "@growthbook/growthbook";
import { cutText } from "@marquee/contract";
import type { RemoteFlagProblem } from "@marquee/contract/schema";
import Type from "typebox";
import { Compile } from "typebox/compile";
import type { Features } from "../buildPayload.ts";

const Rules = Type.Array(Type.Object({}), { maxItems: 1000 });

const PayloadSchema = Type.Object({
  features: Type.Record(Type.String(), Type.Object({ rules: Type.Optional(Rules) })),
  savedGroups: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const validator = Compile(PayloadSchema);

/** A payload of GrowthBook's API, reduced to the parts that can be evaluated. */
export interface RemotePayload {
  features: Features;
  /** Lists and conditions that rules refer to by ID. */
  savedGroups: SavedGroupsPayload;
  /** One entry per flag with a rule that cannot be evaluated. */
  problems: RemoteFlagProblem[];
}

export const EMPTY_PAYLOAD: RemotePayload = { features: {}, savedGroups: {}, problems: [] };

/**
 * Parses a payload. A rule that cannot be evaluated is removed together with the rules below it, so that visitors matched by no
 * earlier rule get the flag's default and not the value of a rule that was never meant for them.
 * @throws {Error} if the text is not JSON, or its payload is encrypted or invalid.
 */
export function parseRemotePayload(text: string): RemotePayload {
  const payload: unknown = JSON.parse(text);
  if (!validator.Check(payload)) {
    const isEncrypted = typeof payload === "object" && payload !== null && "encryptedFeatures" in payload;
    if (isEncrypted) throw new Error("the payload is encrypted; turn that off for this SDK connection");
    throw new Error("the response is not a list of features");
  }
  // Entries of a kind that this server does not know are reported where a rule uses them.
  const savedGroups = (payload.savedGroups ?? {}) as SavedGroupsPayload;
  const problems: RemoteFlagProblem[] = [];
  const entries = Object.entries(payload.features).map(([flag, value]) => {
    // GrowthBook's evaluation ignores unknown properties of a feature and of a rule.
    const feature = value as FeatureDefinition;
    const { rules = [] } = feature;
    const ruleProblems = rules.map((rule) => problemOf(rule, savedGroups));
    const index = ruleProblems.findIndex((problem) => problem !== null);
    if (index < 0) return [flag, feature];
    problems.push({ flag, rule: index + 1, problem: ruleProblems[index] ?? "" });
    return [flag, { ...feature, rules: rules.slice(0, index) }];
  });
  return { features: Object.fromEntries(entries), savedGroups, problems };
}

const MAX_LEVELS = 50;
const NAME_MAX_LENGTH = 100;

/** Operators of GrowthBook's evaluation (`mongrule.ts`): on all attributes, and on the value of one. */
const LISTS_OF_CONDITIONS = new Set(["$or", "$nor", "$and"]);
const COMPARISONS = new Set(
  "$veq $vne $vgt $vgte $vlt $vlte $eq $ne $lt $lte $gt $gte $exists $type $regex $regexi".split(" "),
);
/** The one attribute whose name starts like an operator: the visitor's groups in older SDKs. */
const GROUPS_ATTRIBUTE = "$groups";
const LISTS_OF_VALUES = new Set("$in $ini $nin $nini $all $alli".split(" "));

/** Why a rule cannot be evaluated, as a predicate ("uses …"), or null. */
function problemOf(rule: FeatureRule, savedGroups: SavedGroupsPayload): string | null {
  const { condition, parentConditions = [], contextualBanditRef } = rule;
  if (contextualBanditRef !== undefined) return "uses a contextual bandit, which is not supported";
  if (!Array.isArray(parentConditions)) return "has prerequisites that are not a list";
  const check = createCheck(savedGroups);
  try {
    if (condition !== undefined) check.attributes(condition, 0);
    for (const parent of parentConditions) {
      if (!isObject(parent) || typeof parent.id !== "string") return "has a prerequisite without a flag";
      check.attributes(parent.condition ?? {}, 0);
    }
    return null;
  } catch (error) {
    if (error instanceof ConditionError) return error.message;
    throw error;
  }
}

/** The message is a predicate of the rule. */
class ConditionError extends Error {}

/** Walks through conditions as GrowthBook's evaluation does. */
function createCheck(savedGroups: SavedGroupsPayload) {
  /** IDs of the condition groups that are being checked. */
  const open = new Set<string>();

  /** @throws {ConditionError} */
  function attributes(condition: unknown, level: number): void {
    if (level > MAX_LEVELS) throw new ConditionError(`nests conditions more than ${MAX_LEVELS} levels deep`);
    if (!isObject(condition)) throw new ConditionError("has a condition that is not an object");
    for (const [name, expected] of Object.entries(condition)) {
      if (LISTS_OF_CONDITIONS.has(name))
        for (const each of listOf(name, expected)) attributes(each, level + 1);
      else if (name === "$not") attributes(expected, level + 1);
      else if (name === "$savedGroup") savedGroup(expected, level + 1);
      else if (name.startsWith("$") && name !== GROUPS_ATTRIBUTE)
        throw new ConditionError(`uses the unknown operator ${nameOf(name)}`);
      else value(expected, level + 1);
    }
  }

  function value(condition: unknown, level: number): void {
    if (level > MAX_LEVELS) throw new ConditionError(`nests conditions more than ${MAX_LEVELS} levels deep`);
    if (!hasOperators(condition)) return;
    for (const [name, expected] of Object.entries(condition)) operator(name, expected, level + 1);
  }

  function operator(name: string, expected: unknown, level: number): void {
    if (LISTS_OF_VALUES.has(name)) for (const each of listOf(name, expected)) value(each, level);
    else if (name === "$not" || name === "$size") value(expected, level);
    else if (name === "$elemMatch") (hasOperators(expected) ? value : attributes)(expected, level);
    else if (name === "$inGroup" || name === "$notInGroup") list(expected);
    else if (!COMPARISONS.has(name)) throw new ConditionError(`uses the unknown operator ${nameOf(name)}`);
  }

  /** A group of which only the values matter; a group missing from the payload has none. */
  function list(id: unknown): void {
    if (typeof id === "string" && !(id in savedGroups)) return;
    const group = groupOf(id);
    const values: unknown = isObject(group) && group.type === "list" ? group.values : group;
    if (!Array.isArray(values)) throw new ConditionError(`uses the saved group ${nameOf(id)} as a list`);
  }

  function savedGroup(reference: unknown, level: number): void {
    const id = isObject(reference) ? reference.id : reference;
    const group: unknown = groupOf(id);
    if (isObject(group) && group.type === "list") {
      list(id);
      return;
    }
    if (!isObject(group) || group.type !== "condition")
      throw new ConditionError(`refers to the saved group ${nameOf(id)}, whose type is unknown`);
    if (open.has(String(id))) throw new ConditionError(`refers to the saved group ${nameOf(id)} in a circle`);
    open.add(String(id));
    attributes(group.condition, level);
    open.delete(String(id));
  }

  function groupOf(id: unknown): unknown {
    if (typeof id === "string" && Object.hasOwn(savedGroups, id)) return savedGroups[id];
    throw new ConditionError(`refers to the saved group ${nameOf(id)}, which is not in the payload`);
  }

  return { attributes };
}

function listOf(operator: string, expected: unknown): unknown[] {
  if (Array.isArray(expected)) return expected;
  throw new ConditionError(`needs a list for the operator ${operator}`);
}

/** Whether a value is compared by operators. GrowthBook compares other objects as a whole. */
function hasOperators(condition: unknown): condition is ConditionInterface {
  const names = isObject(condition) ? Object.keys(condition) : [];
  return names.length > 0 && names.every((name) => name.startsWith("$"));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A name from the payload, for messages. */
function nameOf(name: unknown): string {
  return cutText(String(name), NAME_MAX_LENGTH);
}
