import type { Goal } from "@marquee/contract";
import { useQuery } from "@tanstack/react-query";
import { request } from "../api/request.ts";

/** The goals that count, by name; none while they load. */
export function useGoals(): Goal[] {
  const list = useQuery({ queryKey: ["goals"], queryFn: () => request("GET /goals") });
  return (list.data?.goals ?? []).filter(({ isArchived }) => !isArchived).map(({ goal }) => goal);
}
