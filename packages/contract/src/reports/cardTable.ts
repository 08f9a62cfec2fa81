import { describeCondition } from "../goals/describeCondition.ts";
import type { Funnel, FunnelResponse } from "../journeys/funnels.schema.ts";
import type { RetentionResponse } from "../journeys/retention.schema.ts";
import {
  ATTRIBUTION_MODEL_TITLES,
  ATTRIBUTION_MODELS,
  type AttributionResponse,
} from "../questions/attribution.schema.ts";
import { DIMENSIONS } from "../questions/dimensions.ts";
import { IMPORT_SYSTEMS } from "../questions/importedData.ts";
import { METRICS, type MetricName, type MetricUnit } from "../questions/metrics.ts";
import type { QueryResponse } from "../questions/query.schema.ts";
import { valueTitle } from "../questions/valueTitles.ts";
import type { Card, CardAnswer } from "./reports.schema.ts";

/** A value as stored: exact, without its unit. Null for none. */
export type CardValue = string | number | null;

interface CardColumn {
  title: string;
  unit: MetricUnit | "text";
}

/** A card's content as a table, for downloads and emails. */
export interface CardTable {
  columns: CardColumn[];
  rows: CardValue[][];
}

const TEXT = (title: string): CardColumn => ({ title, unit: "text" });
const COUNT = (title: string): CardColumn => ({ title, unit: "count" });
const ofMetric = (metric: MetricName, title: string = METRICS[metric].title): CardColumn => ({
  title,
  unit: METRICS[metric].unit,
});

/** A card's response as a table with exact values. */
export function cardTable({ content }: Pick<Card, "content">, answered: CardAnswer): CardTable {
  switch (content.kind) {
    case "figures":
      return figuresTable(content.metrics, answered.answer as QueryResponse);
    case "series":
      return seriesTable(content.metric, answered.answer as QueryResponse);
    case "list": {
      const { results } = answered.answer as QueryResponse;
      return {
        columns: [
          TEXT(DIMENSIONS[content.dimension].title),
          ...content.metrics.map((metric) => ofMetric(metric)),
        ],
        rows: results.map(({ dimensions: [value = ""], metrics }) => [
          valueTitle(content.dimension, value),
          ...metrics,
        ]),
      };
    }
    case "funnel":
      return funnelTable(content.funnel, answered.answer as FunnelResponse);
    case "attribution": {
      const { rows } = answered.answer as AttributionResponse;
      const unit = content.outcome === "won_value" ? "money" : "ratio";
      const { dimension } = content;
      return {
        columns: [
          TEXT(dimension === "section" ? "Section" : DIMENSIONS[dimension].title),
          ...ATTRIBUTION_MODELS.map((model) => ({ title: ATTRIBUTION_MODEL_TITLES[model], unit }) as const),
        ],
        rows: rows.map(({ value, credits }) => [
          dimension === "section" ? value : valueTitle(dimension, value),
          ...credits,
        ]),
      };
    }
    case "retention":
      return retentionTable(answered.answer as RetentionResponse);
  }
}

/** Note about imported days in a response; undefined without any. */
export function importsNote(answered: CardAnswer): string | undefined {
  return "meta" in answered.answer ? answered.answer.meta.imports_warning : undefined;
}

/** One row for each figure would mix units, so figures are columns. */
function figuresTable(metrics: readonly MetricName[], { results: [row], query }: QueryResponse): CardTable {
  const now: CardValue[] = [
    daysText(query.date_range),
    ...metrics.map((_, index) => row?.metrics[index] ?? null),
  ];
  const earlier = query.comparison_date_range;
  const before = earlier && [
    daysText(earlier),
    ...metrics.map((_, index) => row?.comparison?.metrics[index] ?? null),
  ];
  return {
    columns: [TEXT("Date range"), ...metrics.map((metric) => ofMetric(metric))],
    rows: before ? [now, before] : [now],
  };
}

function seriesTable(metric: MetricName, { results, meta }: QueryResponse): CardTable {
  const rows = new Map(results.map((row) => [row.dimensions[0] ?? "", row]));
  const { present_index: present = Number.POSITIVE_INFINITY, comparison_time_labels: earlier } = meta;
  const { time_labels: labels = [], imported_ranges: imported = [] } = meta;
  const none = METRICS[metric].unit === "count" ? 0 : null;
  const importedFrom = (start: string, next = "9999") =>
    imported
      .filter(({ first, last }) => start.slice(0, 10) <= last && next.slice(0, 10) > first)
      .map(({ system }) => IMPORT_SYSTEMS[system].title)
      .join(" and ");
  const isImported = labels.some((label, index) => importedFrom(label, labels[index + 1]) !== "");
  const title = METRICS[metric].title;
  return {
    columns: [
      TEXT("Time"),
      ofMetric(metric),
      ...(earlier ? [ofMetric(metric, `${title} (earlier range)`)] : []),
      ...(isImported ? [TEXT("Imported from")] : []),
    ],
    rows: labels
      .map((label, index): CardValue[] => {
        const row = rows.get(label);
        const now = row?.metrics[0] ?? none;
        return [
          label,
          now,
          ...(earlier ? [row?.comparison?.metrics[0] ?? (earlier[index] ? none : null)] : []),
          ...(isImported ? [importedFrom(label, labels[index + 1])] : []),
        ];
      })
      .slice(0, present + 1),
  };
}

function funnelTable({ steps, per }: Funnel, { steps: counts, goals }: FunnelResponse): CardTable {
  const names = new Map(goals.map(({ id, name }) => [id, name]));
  const first = counts[0]?.units ?? 0;
  return {
    columns: [
      TEXT("Step"),
      COUNT(per === "visit" ? "Visits" : "Visitors"),
      { title: "Share of the first step", unit: "percent" },
    ],
    rows: steps.map((step, index) => {
      const units = counts[index]?.units ?? 0;
      const name =
        "goal" in step ? (names.get(step.goal) ?? "Archived goal") : describeCondition(step.condition);
      return [`${index + 1}. ${name}`, units, first === 0 ? null : (units / first) * 100];
    }),
  };
}

function retentionTable({ weeks }: RetentionResponse): CardTable {
  const most = Math.max(0, ...weeks.map(({ retained }) => retained.length - 1));
  const later = Array.from({ length: most }, (_, index) => index + 1);
  return {
    columns: [
      TEXT("Week"),
      COUNT("Visitors"),
      COUNT("New visitors"),
      ...later.map((week) => COUNT(`Back in week ${week}`)),
    ],
    rows: weeks.map(({ start, visitors, newVisitors, retained }) => [
      start,
      visitors,
      newVisitors,
      ...later.map((week) => retained[week] ?? null),
    ]),
  };
}

/** The days of a response's range: "2026-11-01 to 2026-11-20". */
function daysText([from, to]: readonly [string, string]): string {
  return `${from.slice(0, 10)} to ${to.slice(0, 10)}`;
}
