import type { Note } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { request } from "../api/request.ts";

const NONE: readonly Note[] = [];

/** What people wrote about days and times, in order of time; empty until it is read. */
export function useNotes(): readonly Note[] {
  const { data } = useQuery({
    queryKey: ["notes"],
    queryFn: async ({ signal }) => (await request("GET /notes", { signal })).notes,
    staleTime: 60_000,
  });
  return data ?? NONE;
}
