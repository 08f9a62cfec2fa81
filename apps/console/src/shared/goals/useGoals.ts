import type { Goal } from "@marquee/contract";
import { useRoute } from "../api/useRoute.ts";

/** The goals that count, by name; none while they load. */
export function useGoals(): Goal[] {
  const list = useRoute("GET /goals");
  return (list.data?.goals ?? []).filter(({ isArchived }) => !isArchived).map(({ goal }) => goal);
}
