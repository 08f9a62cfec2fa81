import type { Note } from "@marquee/contract/schema";
import { useRoute } from "../api/useRoute.ts";

const NONE: readonly Note[] = [];

/** What people wrote about days and times, in order of time; empty until it is read. */
export function useNotes(): readonly Note[] {
  const { data } = useRoute("GET /notes", {}, { staleTime: 60_000 });
  return data?.notes ?? NONE;
}
