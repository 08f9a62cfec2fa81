import { type ExperimentDefinition, formatCounted } from "@marquee/contract";
import type { ExperimentResponse, MetricResult, ResultsResponse } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { queryFilters } from "../../../../shared/address/scope.ts";
import { isFiltered, useScope } from "../../../../shared/address/useScope.ts";
import { useRoute } from "../../../../shared/api/useRoute.ts";
import { formatClock } from "../../../../shared/format/format.ts";
import { QueryView } from "../../../../shared/query/QueryView.tsx";
import { siteId } from "../../../../shared/query/siteId.ts";
import { Skeleton } from "../../../../shared/ui/states.tsx";
import { variationName } from "../../experimentTexts.ts";
import { VariationChanges } from "../VariationChanges.tsx";
import { Course } from "./Course.tsx";
import { clampLifts } from "./clampLifts.ts";
import { ExploredMetric, useExplored } from "./ExploredMetric.tsx";
import { FixedHorizon } from "./FixedHorizon.tsx";
import { sampleRatioText } from "./formatFigures.ts";
import { HowToRead } from "./HowToRead.tsx";
import { IntervalPlot } from "./IntervalPlot.tsx";
import { hasData, isBelowMinimum, MetricFigures, MIN_COMPARED } from "./MetricFigures.tsx";
import { PhasePicker, useShownPhase } from "./PhasePicker.tsx";
import { PhaseTable } from "./PhaseTable.tsx";
import { ResultsFilters } from "./ResultsFilters.tsx";
import { readSegmentDimension, SegmentResults } from "./SegmentResults.tsx";
import { Progress, VerdictLine } from "./Verdict.tsx";

interface SampleRatioProps {
  results: ResultsResponse;
  names: Pick<ExperimentDefinition, "variations">;
}

const REFRESH = 15_000;
const list = new Intl.ListFormat("en-US");

/** Results of one phase of an experiment, verdict first. Refetched while it runs. */
export function Results({ experiment }: { experiment: ExperimentResponse }) {
  const { definition, phase, phases, state, shipped } = experiment;
  const split = readSegmentDimension(useSearch());
  const selectedPhase = useShownPhase(experiment);
  const explored = useExplored();
  const { scope } = useScope();
  const isLatest = selectedPhase === phase;
  const isRunning = isLatest && state === "running";
  const results = useRoute(
    "POST /query/experiments/:key",
    {
      params: { key: definition.key },
      body: {
        site_id: siteId(),
        // Experiments run on the site's own pages, and results with filters are for exploring.
        filters: queryFilters(scope),
        split,
        ...(selectedPhase === 0 ? {} : { phase: selectedPhase }),
        ...(explored && { explored }),
      },
    },
    { refetchInterval: isRunning ? REFRESH : false, select: clampLifts, placeholderData: keepPreviousData },
  );
  const outcome = {
    isRunning,
    shipped: isLatest && shipped !== null ? variationName(definition, shipped) : null,
    isTakenBack: experiment.takenBack !== null,
  };
  return (
    <>
      {phase > 0 && <ResultsFilters />}
      <PhasePicker phase={phase} phases={phases} />
      <QueryView query={results} loading={<Skeleton className="h-160" />}>
        {(data) => (
          <>
            {data.users === 0 && isFiltered(scope) ? (
              <p className="font-display font-semibold text-lead">No visitors match the filters.</p>
            ) : (
              <VerdictLine results={data} outcome={outcome} />
            )}
            {isRunning && <Progress results={data} />}
            {selectedPhase === "all" && <PhaseTable phases={data.phases} />}
            {/* A draft may have been edited since the results were fetched. */}
            <VariationChanges
              definition={selectedPhase === 0 ? definition : data.definition}
              publication={experiment.publication}
            />
            {data.users > 0 && <Figures results={data} isRunning={isRunning} />}
            {selectedPhase !== 0 && (
              <ReadLine results={data} at={results.dataUpdatedAt} isRunning={isRunning} />
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

interface ReadLineProps {
  results: ResultsResponse;
  /** When the results were fetched, in milliseconds since the epoch. */
  at: number;
  isRunning: boolean;
}

function ReadLine({ results: { users, phase }, at, isRunning }: ReadLineProps) {
  return (
    <p className="mt-8 text-ink-muted text-xs tabular-nums">
      {formatCounted(users, "visitor")} in {phase === "all" ? "all phases" : `phase ${phase}`}, updated at{" "}
      {formatClock(at)}
      {isRunning ? " and every 15 seconds." : "."}
    </p>
  );
}

function EarlyResults({ onShow }: { onShow: () => void }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3">
      <p className="text-ink-muted">
        Lift and chance to win appear at {MIN_COMPARED} visitors per variation. Before that, they are mostly
        noise.
      </p>
      <Button variant="tertiary" size="sm" onClick={onShow}>
        Show early results
      </Button>
    </div>
  );
}

function Figures({ results, isRunning }: { results: ResultsResponse; isRunning: boolean }) {
  const { definition } = results;
  const [first, ...otherMetrics] = results.metrics;
  const [isAsked, setAsked] = useState(false);
  const isEarly = isBelowMinimum(results) && !isAsked;
  const counted = otherMetrics.filter(hasData);
  return (
    <>
      {results.phase !== "all" && <SampleRatio results={results} names={definition} />}
      {first && (
        <>
          <MetricFigures result={first} names={definition} isDecisive isEarly={isEarly} />
          {!isEarly && (
            <>
              <IntervalPlot result={first} names={definition} />
              <FixedHorizon result={first} names={definition} />
            </>
          )}
        </>
      )}
      {isEarly ? <EarlyResults onShow={() => setAsked(true)} /> : <HowToRead />}
      {counted.map((result) => (
        <MetricFigures
          key={result.metric.id}
          result={result}
          names={definition}
          isDecisive={false}
          isEarly={isEarly}
        />
      ))}
      {counted.filter(({ metric }) => !metric.isGuardrail).length > 1 && (
        <p className="mt-3 max-w-prose text-ink-muted text-xs">
          Secondary metrics are corrected together for their number (Benjamini–Hochberg): on average, at most
          5% of the differences that they report are by chance. None of them decides.
        </p>
      )}
      <MetricsWithoutData results={otherMetrics.filter((result) => !hasData(result))} isRunning={isRunning} />
      {!isEarly && first && <Course course={results.course} names={definition} metric={first.metric.name} />}
      {!isEarly && <SegmentResults results={results} names={definition} />}
      <ExploredMetric results={results} names={definition} isEarly={isEarly} />
    </>
  );
}

/** One line for all metrics that nothing was counted for, instead of a table of zeros for each. */
function MetricsWithoutData({ results, isRunning }: { results: MetricResult[]; isRunning: boolean }) {
  if (results.length === 0) return null;
  return (
    <p className="mt-8 text-ink-muted">
      {isRunning ? "Nothing counted yet" : "Nothing was counted"} for{" "}
      {list.format(results.map(({ metric }) => metric.name))}.
    </p>
  );
}

/** Whether traffic is split as the weights specify. If not, the results can't be used. */
function SampleRatio({ results: { sampleRatio, sawSeveral }, names }: SampleRatioProps) {
  const { isMismatch } = sampleRatio;
  return (
    <div
      className={isMismatch ? "mt-6 border-clay border-l-2 bg-clay-soft px-3 py-2" : "mt-6 text-ink-muted"}
    >
      <p>
        <span className="tabular-nums">{sampleRatioText(sampleRatio, names)}</span>
        {sawSeveral > 0 &&
          ` ${formatCounted(sawSeveral, "visitor")} saw more than one variation and ${sawSeveral === 1 ? "is" : "are"} left out.`}
      </p>
    </div>
  );
}
