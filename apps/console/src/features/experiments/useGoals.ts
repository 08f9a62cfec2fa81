import { type Goal, goalsInUse } from "@marquee/contract";
import { useRoute } from "../../shared/api/useRoute.ts";

/** The goals that count, by name; none while they load. */
export const useGoals = (): Goal[] => goalsInUse(useRoute("GET /goals").data?.goals);
