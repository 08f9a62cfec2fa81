import type { ExperimentAnswer, ResultsAnswer } from "@marquee/contract/schema";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { api } from "../../../../shared/api.ts";
import { formatClock, formatCounted } from "../../../../shared/format.ts";
import { Failure, Skeleton } from "../../../../shared/states.tsx";
import { Course } from "./Course.tsx";
import { HowToRead } from "./HowToRead.tsx";
import { IntervalPlot } from "./IntervalPlot.tsx";
import { MetricFigures } from "./MetricFigures.tsx";
import { Progress } from "./Progress.tsx";
import { SampleRatio } from "./SampleRatio.tsx";
import { readSplit, Splits } from "./Splits.tsx";
import { VerdictLine } from "./VerdictLine.tsx";

const REFRESH = 15_000;
const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What came of an experiment, a plain sentence first. Read anew while it runs. */
export function Results({ experiment }: { experiment: ExperimentAnswer }) {
  const { definition, phase, state } = experiment;
  const split = readSplit(useSearch());
  const results = useQuery({
    queryKey: ["results", definition.key, phase, state, split],
    queryFn: () => api.results(definition.key, { split, tz: TIME_ZONE }),
    refetchInterval: state === "running" ? REFRESH : false,
    placeholderData: keepPreviousData,
  });
  if (results.isPending) return <Skeleton className="h-160" />;
  if (!results.data) return <Failure error={results.error} onRetry={() => results.refetch()} />;
  return (
    <div aria-busy={results.isPlaceholderData}>
      <VerdictLine results={results.data} names={definition} />
      {results.data.users > 0 && <Figures results={results.data} experiment={experiment} />}
      <p className="mt-8 text-ink-muted text-xs tabular-nums">
        {formatCounted(results.data.users, "visitor")} in phase {results.data.phase}, read at{" "}
        {formatClock(results.dataUpdatedAt)}
        {state === "running" ? " and again every 15 seconds." : "."}
        {results.isError && " The last reading failed; these are the numbers before."}
      </p>
    </div>
  );
}

function Figures({ results, experiment }: { results: ResultsAnswer; experiment: ExperimentAnswer }) {
  const { definition } = experiment;
  const [first] = results.metrics;
  return (
    <>
      <Progress results={results} />
      <SampleRatio results={results} names={definition} />
      {first && (
        <>
          <MetricFigures result={first} names={definition} isDecisive />
          <IntervalPlot result={first} names={definition} />
        </>
      )}
      <HowToRead />
      {results.metrics.slice(1).map((result) => (
        <MetricFigures key={result.metric.id} result={result} names={definition} isDecisive={false} />
      ))}
      {first && <Course course={results.course} names={definition} metric={first.metric.name} />}
      <Splits results={results} names={definition} />
    </>
  );
}
