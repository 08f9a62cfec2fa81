import type { ReportDefinition, ReportState, ReportsResponse } from "@marquee/contract/schema";
import { type UseQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../api/request.ts";
import { routeKey, useRoute } from "../api/useRoute.ts";

const KEY = routeKey("GET /reports");
/** The list changes rarely, and every screen asks for it. */
const STALE_TIME = 60_000;

/** The reports and boards that the account sees. */
export function useReports(): UseQueryResult<ReportsResponse> {
  return useRoute("GET /reports", {}, { staleTime: STALE_TIME });
}

interface Save {
  /** Null for a new one. */
  stored: ReportState | null;
  report: ReportDefinition;
  /** Email address of the account that it goes to. */
  owner?: string;
}

/** Creates and changes reports and boards. */
export function useSaveReport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ stored, report, owner }: Save): Promise<ReportState> =>
      stored
        ? request("PUT /reports/:id", {
            params: { id: String(stored.id) },
            body: { revision: stored.revision, report, ...(owner !== undefined && { owner }) },
          })
        : request("POST /reports", { body: { report } }),
    onSuccess: (saved) =>
      queries.setQueryData<ReportsResponse>(KEY, (known) => {
        if (!known) return known;
        const others = known.reports.filter(({ id }) => id !== saved.id);
        return { ...known, reports: saved.report.isDeleted ? others : byName([...others, saved]) };
      }),
  });
}

const byName = (reports: ReportState[]) =>
  reports.sort((one, other) => one.report.name.localeCompare(other.report.name, "en"));

export const isBoard = ({ report }: Pick<ReportState, "report">): boolean => report.content.kind === "board";
