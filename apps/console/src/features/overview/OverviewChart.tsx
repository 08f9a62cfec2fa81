import { capitalize, METRICS, type QueryResponse, type TimeRange, type Timestamp } from "@marquee/contract";
import type { Change, FigureMetric, RevisionSummary } from "@marquee/contract/schema";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { includesNow } from "../../shared/address/range.ts";
import type { Scope } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { changeMarks, publicationMarks } from "../../shared/charts/changeMarks.ts";
import type { ChartInterval } from "../../shared/charts/chartData.ts";
import { type ChartSeries, chooseInterval, metricChart, toSeries } from "../../shared/charts/chartSeries.ts";
import { inOrder, noteMarks } from "../../shared/charts/noteMarks.ts";
import { SeriesChart } from "../../shared/charts/SeriesChart.tsx";
import { useNotes } from "../../shared/charts/useNotes.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { useQuestion } from "../../shared/query/useQuestion.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { ranksByLeads } from "./chosenMetric.ts";
import { useIncludedImports } from "./ImportedData.tsx";
import { NoteDialog } from "./NoteDialog.tsx";
import { Notes } from "./Notes.tsx";

const HEIGHT = 280;

interface OverviewChartProps {
  scope: Scope;
  metric: FigureMetric;
  /** Whether the account may write notes. */
  mayEdit: boolean;
}

/** The chosen metric over time, with its definition, the comparison, and changes made in that period. */
export function OverviewChart({ scope, metric, mayEdit }: OverviewChartProps) {
  const { series, interval, choices } = useSeries(scope, metric);
  const hrefWith = useHrefWith();
  const { title, definition } = METRICS[metric];
  const [noted, setNoted] = useState<Timestamp | null>(null);
  return (
    <section aria-labelledby="chart-title">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="max-w-prose">
          <h2 id="chart-title" className="font-display font-semibold text-lead">
            {title}
          </h2>
          <p className="text-ink-muted text-xs">
            {definition}{" "}
            <TextLink href={hrefWith({ rows: metric })} className="whitespace-nowrap">
              {ranksByLeads(metric) ? "See the leads" : "See the visits"}
            </TextLink>
          </p>
        </div>
        <IntervalPicker choices={choices} chosen={interval} />
      </div>
      <QueryView query={series} loading={<Skeleton className="mt-4 h-80" />} className="mt-3">
        {(answer) => (
          <>
            <Drawn
              series={toSeries(answer, metric)}
              range={timeOf(answer)}
              metric={metric}
              interval={interval}
              onPick={mayEdit ? setNoted : undefined}
            />
            <Notes {...timeOf(answer)} mayEdit={mayEdit} />
          </>
        )}
      </QueryView>
      {noted !== null && (
        <NoteDialog stored={null} day={noted} hasTime={interval === "hour"} onDone={() => setNoted(null)} />
      )}
    </section>
  );
}

/** The metric over time, by the chosen interval. Fetched in parallel with the figures. */
export function useSeries(scope: Scope, metric: FigureMetric) {
  const now = Date.now();
  const [{ interval: wanted }] = useFilters(["interval"] as const);
  const { interval, choices } = chooseInterval(scope.range, wanted, now);
  const imports = useIncludedImports();
  const series = useQuestion(
    toQuestion(scope, now, {
      metrics: [metric],
      dimensions: [`time:${interval}`],
      include: { time_labels: true, ...imports },
      isCompared: true,
    }),
    { isLive: includesNow(scope.range, now) },
  );
  return { series, interval, choices };
}

/** The time range of a response. */
function timeOf({ query: { date_range } }: QueryResponse): TimeRange {
  return { from: Date.parse(date_range[0]), to: Date.parse(date_range[1]) + 1 };
}

interface DrawnProps {
  series: ChartSeries;
  range: TimeRange;
  metric: FigureMetric;
  interval: ChartInterval;
  /** Called with the time of the point that a new note is about. */
  onPick: ((start: Timestamp) => void) | undefined;
}

function Drawn({ series, range: { from, to }, metric, interval, onPick }: DrawnProps) {
  const { changes, revisions } = useChanges();
  // The series is computed on every render. The chart is redrawn only if its values change.
  const key = JSON.stringify(series);
  const chart = useMemo(() => {
    return metricChart(JSON.parse(key) as ChartSeries, metric);
  }, [key, metric]);
  const notes = useNotes();
  const marks = useMemo(() => {
    const time = { starts: chart.starts, range: { from, to } };
    return inOrder(changeMarks(time, changes), publicationMarks(time, revisions), noteMarks(time, notes));
  }, [chart.starts, from, to, changes, revisions, notes]);
  const action = useMemo(() => (onPick ? { name: "Add note", act: onPick } : undefined), [onPick]);
  return (
    <SeriesChart
      {...chart}
      interval={interval}
      marks={marks}
      height={HEIGHT}
      {...(action && { onPick: action })}
    />
  );
}

const NO_CHANGES: readonly Change[] = [];
const NO_REVISIONS: readonly RevisionSummary[] = [];

/**
 * Changes that may explain a step in a metric: the latest changes of experiments, and the latest publications.
 */
function useChanges() {
  const changes = useRoute("GET /changes", { query: { entity: "experiment" } }, { staleTime: 60_000 });
  const published = useRoute("GET /content/revisions", { query: {} }, { staleTime: 60_000 });
  return {
    changes: changes.data?.changes ?? NO_CHANGES,
    revisions: published.data?.revisions ?? NO_REVISIONS,
  };
}

interface IntervalPickerProps {
  choices: readonly ChartInterval[];
  chosen: ChartInterval;
}

function IntervalPicker({ choices, chosen }: IntervalPickerProps) {
  const hrefWith = useHrefWith();
  if (choices.length < 2) return null;
  return (
    <nav aria-label="Interval" className="flex rounded-sm border border-hairline p-0.5 text-xs">
      {choices.map((interval) => (
        <Link
          key={interval}
          href={hrefWith({ interval })}
          replace
          aria-current={interval === chosen ? "true" : undefined}
          className="whitespace-nowrap rounded-[4px] px-2.5 py-1 hover:bg-surface-sunken aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent-strong"
        >
          {capitalize(interval)}
        </Link>
      ))}
    </nav>
  );
}
