import type { GoalDefinition } from "@marquee/contract";
import type { GoalState } from "@marquee/contract/schema";
import { useMutation } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";

interface Save {
  /** Null for a new goal. */
  stored: GoalState | null;
  goal: GoalDefinition;
}

/** Creates, changes, archives and restores goals. */
export function useGoalChanges() {
  const send = ({ stored, goal }: Save): Promise<GoalState> =>
    stored
      ? request("PUT /goals/:id", {
          params: { id: String(stored.goal.id) },
          body: { revision: stored.revision, goal },
        })
      : request("POST /goals", { body: { goal } });
  const save = useMutation({ mutationFn: send });
  const archive = useMutation({
    mutationFn: ({ stored, isArchived }: { stored: GoalState; isArchived: boolean }) =>
      send({ stored, goal: { ...definitionOf(stored), isArchived } }),
  });
  return { save, archive };
}

function definitionOf({ goal: { name, condition, value }, isArchived }: GoalState): GoalDefinition {
  return { name, condition, value, isArchived };
}
