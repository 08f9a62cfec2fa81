import type { Metric } from "@marquee/contract";
import type { Verdict } from "@marquee/contract/schema";
import type { AnalysisResult } from "../statistics/analyse.types.ts";
import type { Shortfall } from "../statistics/decide.ts";
import { DEFAULT_SETTINGS } from "../statistics/settings.ts";

/**
 * The verdict on the primary metric, by IDs.
 * @param isRunning a stopped experiment has no days left.
 */
export function buildVerdict(
  { verdict, runningTime }: Pick<AnalysisResult, "verdict" | "runningTime">,
  { id }: Pick<Metric, "id">,
  isRunning: boolean,
): Verdict {
  switch (verdict.kind) {
    case "sample-ratio-mismatch":
      return { kind: verdict.kind, pValue: verdict.pValue };
    case "guardrail-harmed":
      return { kind: verdict.kind, metric: verdict.guardrails[0] ?? id, variation: verdict.variant };
    case "winner":
      return { kind: verdict.kind, metric: id, variation: verdict.variant };
    case "loser":
      return { kind: verdict.kind, metric: id, variation: verdict.variants[0] ?? "" };
    case "no-difference":
      return { kind: verdict.kind, metric: id };
    case "too-early": {
      const usersNeeded = runningTime?.sequential ?? DEFAULT_SETTINGS.minimumUsers;
      return {
        kind: verdict.kind,
        usersNeeded,
        daysLeft: isRunning ? remainingDays(runningTime, verdict.missing) : null,
      };
    }
  }
}

/** Until enough users came and enough days are over. */
function remainingDays(
  runningTime: AnalysisResult["runningTime"],
  missing: readonly Shortfall[],
): number | null {
  const days = missing.find(({ kind }) => kind === "days");
  const ofDays = days ? Math.ceil(days.needed - days.seen) : 0;
  if (runningTime?.daysLeft == null) return null;
  return Math.max(ofDays, runningTime.daysLeft);
}
