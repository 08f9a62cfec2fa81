import type { Goal } from "@marquee/contract";
import type { GoalsResponse } from "@marquee/contract/schema";
import { useMemo } from "react";
import { useRoute } from "../api/useRoute.ts";

/** The goals that count, by name; none while they load. */
export function useGoals(): Goal[] {
  const { data } = useRoute("GET /goals");
  return useMemo(() => goalsIn(data), [data]);
}

export const goalsIn = (answer: GoalsResponse | undefined): Goal[] =>
  (answer?.goals ?? [])
    .filter(({ definition }) => !definition.isArchived)
    .map(({ id, definition: { name, condition, value } }) => ({ id, name, condition, value }));
