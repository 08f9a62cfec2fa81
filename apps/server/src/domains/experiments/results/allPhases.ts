import type { ExperimentDefinition, Metric } from "@marquee/contract";
import type { PhaseResult, ResultsResponse } from "@marquee/contract/schema";
import { type PhaseRow, phaseSummary } from "../phases.ts";
import type { Totals } from "../queries/metricTotals.ts";
import { buildResults, type Counted, type TotalsByVariation } from "./buildResults.ts";
import { addTotals } from "./course.ts";

/** A phase with its data and its own results. */
export interface CountedPhase {
  row: PhaseRow;
  counted: Counted;
  results: ResultsResponse;
}

/**
 * Results of several phases side by side, and the sum of the comparable ones, which have the variations, weights and primary metric of the latest. Visitors
 * are assigned anew in each phase, so one who saw two of them counts twice.
 */
export function buildAllPhases(phases: readonly CountedPhase[]): ResultsResponse | null {
  const latest = phases.at(-1);
  if (!latest) return null;
  const { definition } = latest.row;
  const compared = phases.map((each) => ({
    ...each,
    differs: differenceOf(each.row.definition, definition),
  }));
  const alike = compared.filter(({ differs }) => differs === null);
  const ran = { definition, phase: "all", isRunning: false, daysRun: 0, isExploratory: true } as const;
  const sum = buildResults(ran, addUp(alike, latest.counted, definition));
  return {
    ...sum,
    phases: compared.map(
      ({ row, results, differs }): PhaseResult => ({
        ...phaseSummary(row),
        verdict: results.verdict,
        users: results.users,
        isMismatch: results.sampleRatio.isMismatch,
        differs,
        primary: results.metrics[0] ?? null,
      }),
    ),
  };
}

/** The identity of what a metric counts, without its name, which may change. */
const countedBy = ({ name, id, isGuardrail, ...counted }: Metric) =>
  JSON.stringify(Object.entries(counted).sort());

function differenceOf(one: ExperimentDefinition, other: ExperimentDefinition): PhaseResult["differs"] {
  const partsOf = ({ variations, metrics }: ExperimentDefinition) => ({
    variations: JSON.stringify(variations.map(({ key, value }) => [key, value])),
    weights: JSON.stringify(variations.map(({ weight }) => weight)),
    metric: metrics[0] ? countedBy(metrics[0]) : "",
  });
  const [mine, theirs] = [partsOf(one), partsOf(other)];
  return (["variations", "weights", "metric"] as const).find((part) => mine[part] !== theirs[part]) ?? null;
}

/** The sums of phases. A metric that is missing from a phase is left out. */
function addUp(
  phases: readonly CountedPhase[],
  latest: Counted,
  { metrics }: Pick<ExperimentDefinition, "metrics">,
): Counted {
  const totalsOf = (metric: Metric, { row, counted }: CountedPhase) =>
    counted.totals[row.definition.metrics.findIndex((each) => countedBy(each) === countedBy(metric))];
  const explored = phases.flatMap(({ counted }) => counted.explored ?? []);
  return {
    users: sumBy(
      phases.map(({ counted }) => counted.users),
      (one, other) => (one ?? 0) + other,
    ),
    sawSeveral: phases.reduce((sum, { counted }) => sum + counted.sawSeveral, 0),
    totals: metrics.map((metric) => sumTotals(phases.map((phase) => totalsOf(metric, phase)))),
    explored: latest.explored && {
      metric: latest.explored.metric,
      totals: sumTotals(explored.map(({ totals }) => totals)),
    },
    growth: [],
    exposed: [],
    ends: [],
    groups: addGroups(phases.flatMap(({ counted }) => counted.groups)),
    split: latest.split,
  };
}

function sumBy<Value>(
  maps: readonly ReadonlyMap<string, Value>[],
  add: (before: Value | undefined, more: Value) => Value,
): Map<string, Value> {
  const sums = new Map<string, Value>();
  for (const map of maps) for (const [key, value] of map) sums.set(key, add(sums.get(key), value));
  return sums;
}

const sumTotals = (maps: readonly (TotalsByVariation | undefined)[]) =>
  sumBy<Totals>(
    maps.filter((map) => map !== undefined),
    addTotals,
  );

function addGroups(groups: Counted["groups"]): Counted["groups"] {
  const sums = new Map<string, Counted["groups"][number]>();
  for (const { value, variation, ...totals } of groups) {
    const key = JSON.stringify([value, variation]);
    sums.set(key, { value, variation, ...addTotals(sums.get(key), totals) });
  }
  const sizeOf = (value: string) =>
    [...sums.values()].reduce((sum, group) => sum + (group.value === value ? group.users : 0), 0);
  return [...sums.values()].sort((one, other) => sizeOf(other.value) - sizeOf(one.value));
}
