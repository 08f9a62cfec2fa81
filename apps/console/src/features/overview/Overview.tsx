import { formatCounted, formatMetric, METRICS, type QueryResponse } from "@marquee/contract";
import { type FigureMetric, may, type OverviewNotes } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearch } from "wouter";
import { shortName } from "../../shared/address/filters.ts";
import { includesNow } from "../../shared/address/range.ts";
import type { Scope } from "../../shared/address/scope.ts";
import { toPeriod, toQuestion } from "../../shared/address/toQuestion.ts";
import { useFilters, useOpenEntry } from "../../shared/address/useFilters.ts";
import { isFiltered, NO_FILTERS, useScope, useScreenHref } from "../../shared/address/useScope.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { MetricChange } from "../../shared/figures/MetricChange.tsx";
import { MetricPicker } from "../../shared/figures/MetricPicker.tsx";
import { WhatChanged } from "../../shared/figures/WhatChanged.tsx";
import { ScopeBar } from "../../shared/filters/ScopeBar.tsx";
import { TimeZone } from "../../shared/filters/TimeZone.tsx";
import { formatPeriod } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { useQuestion } from "../../shared/query/useQuestion.ts";
import { LinkButton, TextLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { WhenNear } from "../../shared/ui/WhenNear.tsx";
import { AboutFigure } from "./AboutFigure.tsx";
import { Breakdown } from "./Breakdown.tsx";
import { BREAKDOWNS, LISTED_DIMENSIONS } from "./breakdowns.ts";
import { CompleteList } from "./CompleteList.tsx";
import { figuresOf, rankedMetrics, readMetric } from "./chosenMetric.ts";
import { FigureRows } from "./FigureRows.tsx";
import { Goals } from "./Goals.tsx";
import { ImportedData, useIncludedImports } from "./ImportedData.tsx";
import { Now } from "./Now.tsx";
import { OverviewChart, useSeries } from "./OverviewChart.tsx";
import { overviewCards } from "./overviewCards.ts";

/** Traffic and leads at a glance. All choices are in the URL. */
export function Overview({ title, account }: ScreenProps) {
  const { scope, change } = useScope();
  const figures = figuresOf(scope);
  const search = useSearch();
  const metric = readMetric(search, figures);
  const now = Date.now();
  const include = useIncludedImports();
  const totals = useQuestion(toQuestion(scope, now, { metrics: figures, isCompared: true, include }), {
    isLive: includesNow(scope.range, now),
  });
  useSeries(scope, metric);
  const [open, setOpen] = useOpenEntry();
  const [{ rows }, setRows] = useFilters(["rows"] as const);
  const explained = figures.find((figure) => figure === rows);
  const listed = LISTED_DIMENSIONS.find((dimension) => shortName(dimension) === open);
  return (
    <>
      <ScreenHeader title={title}>
        <ScopeBar cards={overviewCards(scope, metric, search)} />
      </ScreenHeader>
      {!totals.isError && (
        <WhatChanged
          scope={scope}
          include={include}
          metrics={["leads", "visitors", "visits"]}
          isReady={totals.data !== undefined}
        />
      )}
      <Now />
      <QueryView
        query={totals}
        loading={<Loading />}
        empty={(answer) =>
          hasNothing(answer) &&
          (isFiltered(scope) ? <NoMatches onClear={() => change(NO_FILTERS)} /> : <NoVisits scope={scope} />)
        }
        className="mt-5 grid gap-10"
      >
        {(answer) => (
          <>
            <div>
              <Figures answer={answer} figures={figures} chosen={metric} scope={scope} />
              <Coverage scope={scope} period={<Period answer={answer} />} />
              <ImportedData meta={answer.meta} />
            </div>
            <OverviewChart scope={scope} metric={metric} mayEdit={may(account.role, "edit")} />
            <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
              {BREAKDOWNS.map((breakdown, index) => (
                <WhenNear key={breakdown.param} className="grid min-w-0 content-start gap-8" space="min-h-88">
                  <Breakdown
                    {...breakdown}
                    scope={scope}
                    metric={metric}
                    visitors={answer.results[0]?.metrics[figures.indexOf("visitors")] ?? 0}
                  />
                  {index === BREAKDOWNS.length - 1 && <Goals scope={scope} />}
                </WhenNear>
              ))}
            </div>
          </>
        )}
      </QueryView>
      {listed && (
        <CompleteList
          key={listed}
          dimension={listed}
          scope={scope}
          ranked={rankedMetrics(metric, scope)[0]}
          onDismiss={() => setOpen("")}
        />
      )}
      {explained && (
        <FigureRows
          metric={explained}
          scope={scope}
          mayOpenLeads={may(account.role, "seePeople")}
          onDismiss={() => setRows({ rows: "" })}
        />
      )}
    </>
  );
}

interface FiguresProps {
  /** Response whose only row has the figures. */
  answer: QueryResponse;
  figures: readonly FigureMetric[];
  chosen: FigureMetric;
  scope: Scope;
}

const TILES_IN_ROW = 4;

function Figures({ answer: { results, query, meta }, figures, chosen, scope }: FiguresProps) {
  const [row] = results;
  // Without visitors or leads there was nothing to measure, and zero would look like a loss.
  const earlier = row?.comparison?.metrics.some(Boolean) ? row.comparison.metrics : null;
  return (
    <MetricPicker
      label="Metric of the chart"
      param="metric"
      chosen={chosen}
      className="sm:grid-cols-4"
      choices={figures.map((metric, index) => ({
        key: metric,
        name: METRICS[metric].title,
        value: formatMetric(metric, row?.metrics[index]),
        about: (
          <AboutFigure
            metric={metric}
            scope={scope}
            warning={meta.metric_warnings?.[metric]?.warning}
            period={periodText(query.date_range)}
            align={index % TILES_IN_ROW < TILES_IN_ROW / 2 ? "start" : "end"}
          />
        ),
        below: meta.metric_warnings?.[metric] && (
          <span className="mt-1 block text-ink-muted text-xs">Without imported data</span>
        ),
        note: row?.comparison && (
          <MetricChange
            metric={metric}
            now={row.metrics[index] ?? null}
            before={earlier?.[index] ?? null}
            warning={meta.comparison_warnings?.[metric]}
          />
        ),
      }))}
    />
  );
}

/** The date range of the figures, and the range that they are compared with. */
function Period({ answer: { query } }: { answer: QueryResponse }) {
  return (
    <>
      <p className="tabular-nums">
        {periodText(query.date_range)}
        {query.comparison_date_range && `, compared with ${periodText(query.comparison_date_range)}`}
      </p>
      <TimeZone />
    </>
  );
}

/** The period of a response, which ends now at the latest. */
function periodText([from, to]: readonly [string, string]): string {
  return formatPeriod({ from: Date.parse(from), to: Math.min(Date.parse(to), Date.now()) });
}

interface CoverageProps {
  scope: Scope;
  period?: ReactNode;
}

/** What the metrics cover and leave out. */
function Coverage({ scope, period }: CoverageProps) {
  const hrefOf = useScreenHref();
  const notes = useRoute(
    "POST /query/overview/notes",
    { body: toPeriod(scope.range) },
    { placeholderData: keepPreviousData },
  );
  const excluded = notes.data ? countOf(notes.data) : 0;
  return (
    <div className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-ink-muted text-xs">
      {period}
      <p>
        Bots and known customers are excluded.
        {excluded > 0 && (
          <>
            {" "}
            So {excluded === 1 ? "is" : "are"}{" "}
            <TextLink href={hrefOf("/quality")}>{formatCounted(excluded, "event")}</TextLink> of your team.
          </>
        )}
      </p>
      {notes.data?.hasDemoData && (
        <p className="border-sun border-l-4 pl-2">
          Includes demo data. Remove it with <code>npm run seed-demo -- --clear</code>
        </p>
      )}
    </div>
  );
}

function countOf({ excluded }: OverviewNotes): number {
  return Object.values(excluded).reduce((sum, each) => sum + each, 0);
}

function hasNothing({ results: [row] }: QueryResponse): boolean {
  return !row?.metrics.some((value) => value !== null && value > 0);
}

function Loading() {
  return (
    <div className="mt-5 grid gap-10" role="status">
      <span className="sr-only">Loading metrics</span>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {figuresOf({ filters: [], anyOf: [] }).map((figure) => (
          <Skeleton key={figure} className="h-24" />
        ))}
      </div>
      <Skeleton className="h-80" />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        {BREAKDOWNS.map(({ param }) => (
          <Skeleton key={param} className="h-88" />
        ))}
      </div>
    </div>
  );
}

function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No visits match"
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear all filters
        </Button>
      }
    >
      Nobody in this date range matches all filters. Remove one, or choose a longer date range.
    </EmptyState>
  );
}

function NoVisits({ scope }: Pick<CoverageProps, "scope">) {
  const { hrefWith } = useScope();
  return (
    <>
      <EmptyState
        title="No visits in this date range"
        action={
          !includesNow(scope.range, Date.now()) && (
            <LinkButton href={hrefWith({ range: "today" })} variant="secondary">
              Show today
            </LinkButton>
          )
        }
      >
        Open the site in a private window, because browsers signed in here aren't counted. Accept analytics
        and visit a page or two. They appear here within seconds. To try the console with a month of demo
        data, stop the server and run{" "}
        <code className="whitespace-nowrap">npm run seed-demo -- --days 30</code>
      </EmptyState>
      <Coverage scope={scope} />
    </>
  );
}
