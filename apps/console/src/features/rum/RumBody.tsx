import { ratingOf, VITAL_THRESHOLDS } from "@marquee/contract";
import type { Release, RumFilter, RumMetrics, RumPoint, RumResponse } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMemo } from "react";
import { useSearch } from "wouter";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import type { DateRangeName } from "../../shared/address/range.ts";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { type FigureScale, valueScale } from "../../shared/charts/chartData.ts";
import { type SeriesLine, TimeSeries } from "../../shared/charts/TimeSeries.tsx";
import { type FigureChoice, MetricPicker } from "../../shared/figures/MetricPicker.tsx";
import { capitalize } from "../../shared/format/format.ts";
import { EmptyState } from "../../shared/ui/states.tsx";
import { RatingBadge, thresholdLines } from "../../shared/vitals/vitals.tsx";
import { METRIC_NAMES, type MetricName, metricKind, readMetric } from "./figures.ts";
import { ActionList } from "./lists/ActionList.tsx";
import { ResourceList } from "./lists/ResourceList.tsx";
import { RumErrors } from "./lists/RumErrors.tsx";
import { ViewList } from "./lists/ViewList.tsx";
import { LIST_NAMES, LISTS, type ListName, readList } from "./rumFilters.ts";

interface RumBodyProps {
  answer: RumResponse;
  range: DateRangeName;
  filter: RumFilter;
  onClear: () => void;
}

const LIST_OF = { views: ViewList, errors: RumErrors, resources: ResourceList, actions: ActionList };

/** Metrics, one of them over time, and one of the lists behind them. */
export function RumBody({ answer, range, filter, onClear }: RumBodyProps) {
  const figure = readMetric(new URLSearchParams(useSearch()).get("figure") ?? "");
  const [{ show, kind, by }] = useFilters(LIST_NAMES);
  const { figures, series, versions } = answer;
  if (figures.views + figures.errors + figures.longTasks === 0) {
    return <NothingSent isFiltered={Object.keys(filter).length > 0} onClear={onClear} />;
  }
  const list = readList(show);
  const List = LIST_OF[list];
  return (
    <div className="mt-5 grid gap-8">
      <MetricPicker
        label="Metric"
        param="figure"
        chosen={figure}
        choices={METRIC_NAMES.map((name) => choiceOf(name, figures))}
        className="md:grid-cols-4"
      />
      <MetricChart {...{ figure, series, versions }} range={range} />
      <section className="grid gap-4">
        <ListTabs chosen={list} />
        <List {...{ range, filter, kind, by }} />
      </section>
    </div>
  );
}

function choiceOf(figure: MetricName, figures: RumMetrics): FigureChoice {
  const { name, value: read, format, vital, note } = metricKind(figure);
  const value = read(figures);
  return {
    key: figure,
    name,
    value: value === null ? "–" : format(value),
    note: vital && value !== null ? <RatingBadge rating={ratingOf(vital, value)} /> : note(figures),
  };
}

function NothingSent({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState title="No data in this date range">
        There is older data. Choose a longer date range. If you expect data, check the client's proxy option,
        and look for rejected events under Data quality.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No matching views"
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      No matching data in this date range. Choose a longer one or remove a filter.
    </EmptyState>
  );
}

/** Selects the list, in the URL. Switching resets the list's own filter and order. */
function ListTabs({ chosen }: { chosen: ListName }) {
  const hrefWith = useHrefWith();
  const tabs = LISTS.map((name) => ({
    href: hrefWith({ show: name, kind: "", by: "" }),
    name: capitalize(name),
    isChosen: name === chosen,
  }));
  return <LinkTabs label="List" tabs={tabs} />;
}

interface MetricChartProps {
  figure: MetricName;
  series: readonly RumPoint[];
  range: DateRangeName;
  /** Versions of the application, shown as marks when they were first seen. */
  versions: readonly Release[];
}

/** One metric over time, with the versions. A web vital also shows its thresholds. */
function MetricChart({ figure, series, range, versions }: MetricChartProps) {
  const { name, per, counts } = metricKind(figure);
  const lines = useMemo(() => linesOf(figure), [figure]);
  const scale = useMemo(() => scaleOf(figure, series), [figure, series]);
  return (
    <section>
      <h2 className="font-medium">{[name, per].filter(Boolean).join(" ")} over time</h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-muted text-xs">{counts}</p>
      <TimeSeries
        {...{ series, lines, range, scale }}
        releases={versions}
        releaseNoun="version"
        height={200}
      />
    </section>
  );
}

function linesOf(figure: MetricName): SeriesLine<RumPoint>[] {
  const { name, per = "", color, value, vital } = metricKind(figure);
  const isArea = !vital && color !== "sky";
  const line: SeriesLine<RumPoint> = { name: `${name} ${per}`.trim(), color, isArea, value };
  return vital ? [line, ...thresholdLines(vital)] : [line];
}

/** From zero to 10% above the highest value or threshold. */
function scaleOf(figure: MetricName, series: readonly RumPoint[]): FigureScale {
  const { format, value, vital } = metricKind(figure);
  const thresholds = vital ? VITAL_THRESHOLDS[vital] : [];
  const highest = Math.max(0, ...thresholds, ...series.map((point) => value(point) ?? 0));
  return valueScale(format, highest * 1.1);
}
