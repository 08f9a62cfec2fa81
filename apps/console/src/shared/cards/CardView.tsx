import { formatMetric, METRICS, type QueryFilter, type QueryResponse } from "@marquee/contract";
import { ATTRIBUTION_MODELS, type Card, type CardAnswer, importsNote } from "@marquee/contract/schema";
import { useCallback, useMemo } from "react";
import type { ChartInterval } from "../charts/chartData.ts";
import { type ChartSeries, metricChart, toSeries } from "../charts/chartSeries.ts";
import { SeriesChart } from "../charts/SeriesChart.tsx";
import { MetricChange } from "../figures/MetricChange.tsx";
import { RankingTable } from "../figures/RankingTable.tsx";
import { conditionText } from "../filters/filterTexts.ts";
import { AttributionTable } from "./AttributionTable.tsx";
import { CohortTable } from "./CohortTable.tsx";
import { FunnelSteps } from "./FunnelSteps.tsx";

interface CardViewProps {
  card: Card;
  answer: CardAnswer;
  /** URL of a screen filtered by a value of a list; null for no links. */
  hrefOf: ((filter: QueryFilter) => string) | null;
}

/** The content of a card, rendered by its screen's components, and which imported days it includes. */
export function CardView(props: CardViewProps) {
  const note = importsNote(props.answer);
  return (
    <>
      <Content {...props} />
      {note && <p className="mt-3 max-w-prose text-ink-muted text-xs">{note}</p>}
    </>
  );
}

function Content({ card: { content, filters }, answer: answered, hrefOf }: CardViewProps) {
  if (content.kind === "figures" && answered.kind === "figures")
    return <FiguresCard metrics={content.metrics} answer={answered.answer} />;
  if (content.kind === "series" && answered.kind === "series")
    return <SeriesCard metric={content.metric} answer={answered.answer} filters={filters} />;
  if (content.kind === "list" && answered.kind === "list") {
    const rows = answered.answer.results.filter(({ metrics }) => (metrics[0] ?? 0) > 0);
    if (rows.length === 0) return <Nothing />;
    const { dimension, metrics } = content;
    const link = hrefOf && ((value: string) => hrefOf(["is", dimension, [value]]));
    return <RankingTable dimension={dimension} metrics={metrics} rows={rows} hrefOf={link} />;
  }
  if (content.kind === "funnel" && answered.kind === "funnel") {
    if (!answered.answer.steps[0]?.units) return <Nothing />;
    const names = new Map(answered.answer.goals.map(({ id, name }) => [id, name]));
    return <FunnelSteps funnel={content.funnel} answer={answered.answer} names={names} onOpen={null} />;
  }
  if (content.kind === "attribution" && answered.kind === "attribution")
    return <AttributionCard content={content} answered={answered} />;
  if (content.kind === "retention" && answered.kind === "retention") {
    const first = answered.answer.weeks.findIndex(({ visitors }) => visitors > 0);
    return first < 0 ? <Nothing /> : <CohortTable weeks={answered.answer.weeks.slice(first)} isOnCard />;
  }
  return null;
}

/** The filters of a card in words; "" without any. The name of a segment is not always available. */
export function filtersText(filters: readonly QueryFilter[]): string {
  return filters
    .map((filter) => (filter[1] === "segment" ? "in a saved segment" : conditionText(filter)))
    .join(" · ");
}

type ContentOf<Kind extends Card["content"]["kind"]> = Extract<Card["content"], { kind: Kind }>;

interface FiguresCardProps {
  metrics: ContentOf<"figures">["metrics"];
  answer: QueryResponse;
}

function FiguresCard({ metrics, answer: { results, meta } }: FiguresCardProps) {
  const [row] = results;
  // Without visitors or leads there was nothing to measure, and zero would look like a loss.
  const earlier = row?.comparison?.metrics.some(Boolean) ? row.comparison.metrics : null;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-6 gap-y-5">
      {metrics.map((metric, index) => (
        <div key={metric} className="min-w-0">
          <dt className="text-ink-muted" title={METRICS[metric].definition}>
            {METRICS[metric].title}
          </dt>
          <dd>
            <span className="block font-display font-semibold text-[1.75rem] tabular-nums leading-tight">
              {formatMetric(metric, row?.metrics[index])}
            </span>
            {row?.comparison && (
              <span className="text-ink-muted text-xs tabular-nums">
                <MetricChange
                  metric={metric}
                  now={row.metrics[index] ?? null}
                  before={earlier?.[index] ?? null}
                  warning={meta.comparison_warnings?.[metric]}
                />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const HEIGHT = 220;

interface SeriesCardProps {
  metric: ContentOf<"series">["metric"];
  answer: QueryResponse;
  filters: Card["filters"];
}

function SeriesCard({ metric, answer, filters }: SeriesCardProps) {
  const interval = (answer.query.dimensions?.[0]?.replace("time:", "") ?? "day") as ChartInterval;
  // The chart is redrawn only if its values change.
  const key = JSON.stringify(toSeries(answer, metric));
  const isOfGoal = metric === "events" && filters.some(([, dimension]) => dimension === "event:goal");
  const title = isOfGoal ? "Conversions" : METRICS[metric].title;
  const chart = useMemo(
    () => metricChart(JSON.parse(key) as ChartSeries, metric, title),
    [key, metric, title],
  );
  return <SeriesChart {...chart} interval={interval} height={HEIGHT} />;
}

interface AttributionCardProps {
  content: ContentOf<"attribution">;
  answered: Extract<CardAnswer, { kind: "attribution" }>;
}

function AttributionCard({ content, answered: { answer, outcome } }: AttributionCardProps) {
  const rows = useMemo(() => answer.rows.map((row) => ({ ...row, cost: null })), [answer.rows]);
  const noHref = useCallback(() => null, []);
  if (rows.length === 0) return <Nothing />;
  return (
    <AttributionTable
      rows={rows}
      outcome={outcome}
      others={answer.others}
      choice={content}
      costModel={ATTRIBUTION_MODELS[1]}
      hrefOf={noHref}
      hasDownload={false}
    />
  );
}

function Nothing() {
  return <p className="py-2 text-ink-muted">Nothing in this date range.</p>;
}
