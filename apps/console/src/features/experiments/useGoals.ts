import { type Goal, goalsInUse } from "@marquee/contract";
import { useRoute } from "../../shared/api/useRoute.ts";

/** Goals that are not archived, by name; empty while they load. */
export const useGoals = (): Goal[] => goalsInUse(useRoute("GET /goals").data?.goals);
