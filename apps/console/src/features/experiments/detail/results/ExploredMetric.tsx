import type { ExperimentDefinition } from "@marquee/contract";
import type { ResultsResponse } from "@marquee/contract/schema";
import { SelectField } from "@marquee/ui";
import { useSearch } from "wouter";
import { useFilters } from "../../../../shared/address/useFilters.ts";
import { useGoals } from "../../useGoals.ts";
import { hasData, MetricFigures } from "./MetricFigures.tsx";

const NAMES = ["explore"] as const;
const LEADS = [
  ["leads", "Leads"],
  ["won_leads", "Won leads"],
  ["won_value", "Won value"],
] as const;

/** The metric in the URL that results include besides the experiment's own; empty for none. */
export function useExplored(): string {
  const param = new URLSearchParams(useSearch()).get("explore") ?? "";
  return /^(goal-[1-9]\d{0,9}(-value)?|leads|won_leads|won_value)$/.test(param) ? param : "";
}

interface ExploredMetricProps {
  results: ResultsResponse;
  names: Pick<ExperimentDefinition, "variations">;
  isEarly: boolean;
}

/**
 * Any goal or lead outcome for the experiment's visitors. It applies retroactively, like all goals, and never decides the experiment.
 */
export function ExploredMetric({ results: { explored }, names, isEarly }: ExploredMetricProps) {
  const [, setFilters] = useFilters(NAMES);
  const selected = useExplored();
  const goals = useGoals();
  return (
    <section className="mt-10 border-hairline border-t pt-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h3 className="font-medium">Another metric</h3>
          <p className="text-ink-muted text-xs">
            What else did these visitors do after they saw the experiment? Counted from stored events, for
            exploration: it wasn't planned, so it's corrected as one of ten looks and decides nothing.
          </p>
        </div>
        <div className="w-full sm:w-56">
          <SelectField
            label="Metric"
            value={selected}
            choices={[
              ["", "None"],
              ...LEADS,
              ...goals.flatMap(({ id, name, value }) => [
                [`goal-${id}`, name] as const,
                ...(value ? [[`goal-${id}-value`, `${name}: value`] as const] : []),
              ]),
            ]}
            onChange={({ target }) => setFilters({ explore: target.value })}
          />
        </div>
      </div>
      {explored &&
        (hasData(explored) ? (
          <MetricFigures result={explored} names={names} isDecisive={false} isExplored isEarly={isEarly} />
        ) : (
          <p className="mt-4 text-ink-muted">Nothing was counted for {explored.metric.name}.</p>
        ))}
    </section>
  );
}
