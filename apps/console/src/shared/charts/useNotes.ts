import type { Note } from "@marquee/contract/schema";
import { useRoute } from "../api/useRoute.ts";

const NONE: readonly Note[] = [];

/** All notes in chronological order; empty until loaded. */
export function useNotes(): readonly Note[] {
  const { data } = useRoute("GET /notes", {}, { staleTime: 60_000 });
  return data?.notes ?? NONE;
}
