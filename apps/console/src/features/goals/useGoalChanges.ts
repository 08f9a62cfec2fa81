import type { GoalDefinition } from "@marquee/contract";
import type { GoalState } from "@marquee/contract/schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";

interface Save {
  /** Null for a new goal. */
  stored: GoalState | null;
  goal: GoalDefinition;
}

/** Creates, changes, archives and restores goals, and refetches what shows them. */
export function useGoalChanges() {
  const queries = useQueryClient();
  const send = ({ stored, goal }: Save): Promise<GoalState> =>
    stored
      ? request("PUT /goals/:id", {
          params: { id: String(stored.goal.id) },
          body: { revision: stored.revision, goal },
        })
      : request("POST /goals", { body: { goal } });
  const onSettled = () =>
    Promise.all(["goals", "changes", "query"].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const save = useMutation({ mutationFn: send, onSettled });
  const archive = useMutation({
    mutationFn: ({ stored, isArchived }: { stored: GoalState; isArchived: boolean }) =>
      send({ stored, goal: { ...definitionOf(stored), isArchived } }),
    onSettled,
  });
  return { save, archive };
}

function definitionOf({ goal: { name, condition, value }, isArchived }: GoalState): GoalDefinition {
  return { name, condition, value, isArchived };
}
