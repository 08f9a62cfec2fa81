import type { ReportState, ReportsResponse } from "@marquee/contract/schema";
import type { UseQueryResult } from "@tanstack/react-query";
import { useRoute } from "../api/useRoute.ts";

/** The list changes rarely, and every screen uses it. */
const STALE_TIME = 60_000;

/** The reports and boards that the account can see. */
export function useReports(): UseQueryResult<ReportsResponse> {
  return useRoute("GET /reports", {}, { staleTime: STALE_TIME });
}

export const isBoard = ({ definition }: Pick<ReportState, "definition">): boolean =>
  definition.content.kind === "board";
