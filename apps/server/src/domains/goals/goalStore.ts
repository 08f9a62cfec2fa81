import {
  alternativesOf,
  type Goal,
  type GoalCondition,
  type GoalDefinition,
  goalsInUse,
  type SingleCondition,
} from "@marquee/contract";
import { GoalConditionSchema } from "@marquee/contract/schema";
import { asc, sql } from "drizzle-orm";
import { Compile } from "typebox/compile";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { Reader } from "../../platform/versioned/statements.ts";
import { tidyName, versionedRecord } from "../../platform/versioned/versionedRecord.ts";
import { goals } from "./tables.ts";

const conditions = Compile(GoalConditionSchema);

/** Goals are read for each query, so changes apply immediately on every instance. */
export const goalStore = versionedRecord({
  entity: "goal",
  noun: "this goal",
  table: goals,
  key: "id",
  columnsOf: ({ name, condition, value, isArchived }: GoalDefinition) => ({
    name: tidyName(name),
    condition: checkCondition(condition),
    value,
    isArchived,
  }),
  definitionOf: ({ name, condition, value, isArchived }) => ({ name, condition, value, isArchived }),
  end: { action: "archived", flag: "isArchived", isEnded: goals.isArchived },
  nameOf: ({ name }) => tidyName(name),
  isReadable: ({ condition }) => conditions.Check(condition),
  order: [asc(sql`lower(${goals.name})`)],
});

/** Goals that are not archived, by name. */
export async function listGoals(db: Reader): Promise<Goal[]> {
  return goalsInUse((await goalStore.list(db)).states);
}

/** Checks what the schema of conditions cannot. @throws {ApiError} bad_request */
export function checkCondition(condition: GoalCondition): GoalCondition {
  if (!alternativesOf(condition).every(hasPath))
    throw new ApiError("bad_request", "A path starts with a slash, such as /pricing.");
  return condition;
}

/** "contains /" and "starts with /" are useful; a path without its slash never matches the others. */
const hasPath = (condition: SingleCondition) =>
  condition.kind !== "page" || condition.match === "contains" || condition.path.startsWith("/");
