import type { ExperimentDefinition } from "@marquee/contract";
import type { MetricResult, ResultsResponse } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { metricSummary } from "../../experimentTexts.ts";
import { MetricTable } from "./MetricTable.tsx";
import { fewestUsers } from "./verdictText.ts";

/** With fewer visitors per variation, comparisons are mostly noise. */
export const MIN_COMPARED = 100;

interface MetricFiguresProps {
  result: MetricResult;
  names: Pick<ExperimentDefinition, "variations">;
  isDecisive: boolean;
  /** Whether it is not part of the experiment. */
  isExplored?: boolean;
  /** Whether comparisons are hidden because there are too few visitors. */
  isEarly: boolean;
}

/** One metric: what it counts, and the numbers of each variation. */
export function MetricFigures({
  result,
  names,
  isDecisive,
  isExplored = false,
  isEarly,
}: MetricFiguresProps) {
  const { metric } = result;
  return (
    <section className="mt-8">
      <h3 className="flex flex-wrap items-center gap-2 font-medium">
        {metric.name}
        {isDecisive && <Badge tone="leaf">primary</Badge>}
        {metric.isGuardrail && <Badge tone="sky">guardrail</Badge>}
        {isExplored && <Badge>exploratory</Badge>}
      </h3>
      <p className="text-ink-muted text-xs">
        Counts {metricSummary(metric)}; {metric.goal === "increase" ? "more" : "less"} is better.
      </p>
      <MetricTable result={result} names={names} isCompared={!isEarly && isComparable(result)} />
      {!isEarly && !isComparable(result) && (
        <p className="mt-2 text-ink-muted text-xs">Not enough data to compare with the control.</p>
      )}
    </section>
  );
}

/** Whether there are too few visitors for lift, chance to win and intervals to be meaningful. */
export function isBelowMinimum(results: Pick<ResultsResponse, "verdict" | "sampleRatio">): boolean {
  return results.verdict.kind === "too-early" && fewestUsers(results) < MIN_COMPARED;
}

/** Whether any variation can be compared with the control. */
export function isComparable({ variations: [, ...challengers] }: MetricResult): boolean {
  return challengers.some(({ chanceToWin, sequential }) => chanceToWin !== null || sequential !== null);
}

/** Whether anything was counted for the metric, in any variation. */
export function hasData({ metric, variations }: MetricResult): boolean {
  return variations.some(({ users, total }) => (metric.type === "mean" ? users > 0 : total > 0));
}
