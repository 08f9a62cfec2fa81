import type { GoalCondition } from "@marquee/contract";
import { type Funnel, type FunnelDefinition, FunnelSchema, type FunnelState } from "@marquee/contract/schema";
import { asc, sql } from "drizzle-orm";
import { Compile } from "typebox/compile";
import { ApiError } from "../../platform/errors/apiError.ts";
import { funnels } from "../../platform/storage/records/schema.ts";
import { tidyName, versionedRecord } from "../../platform/versioned/versionedRecord.ts";
import { checkCondition } from "./goalStore.ts";

const stored = Compile(FunnelSchema);

export const funnelStore = versionedRecord({
  entity: "funnel",
  noun: "this funnel",
  table: funnels,
  key: "id",
  columnsOf({ name, funnel, isArchived }: FunnelDefinition) {
    for (const step of funnel.steps) if ("condition" in step) checkCondition(step.condition);
    return { name: tidyName(name), funnel, isArchived };
  },
  definitionOf,
  stateOf: (row): FunnelState => ({
    id: row.id,
    definition: definitionOf(row),
    revision: row.revision,
    updatedAt: row.updatedAt.getTime(),
    updatedBy: row.updatedBy,
  }),
  end: { action: "archived", flag: "isArchived", isEnded: funnels.isArchived },
  nameOf: ({ name }) => tidyName(name),
  isReadable: ({ funnel }) => stored.Check(funnel),
  order: [asc(sql`lower(${funnels.name})`)],
});

function definitionOf({ name, funnel, isArchived }: typeof funnels.$inferSelect): FunnelDefinition {
  return { name, funnel, isArchived };
}

/**
 * The conditions of a funnel's steps.
 * @param goals that are not archived.
 * @throws {ApiError} bad_request if a goal is archived or missing, or a condition is wrong.
 */
export function resolveSteps(
  { steps }: Pick<Funnel, "steps">,
  goals: readonly { id: number; condition: GoalCondition }[],
): GoalCondition[] {
  return steps.map((step, index) => {
    if ("condition" in step) return checkCondition(step.condition);
    const goal = goals.find(({ id }) => id === step.goal);
    if (goal) return goal.condition;
    throw new ApiError(
      "bad_request",
      `Step ${index + 1} is a goal that was archived or does not exist. Restore the goal, or choose another step.`,
    );
  });
}
