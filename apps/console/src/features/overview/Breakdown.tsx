import {
  DIMENSIONS,
  METRICS,
  type MetricName,
  type NamedDimension,
  NO_CONSENT,
  type QueryRow,
} from "@marquee/contract";
import { Link, useSearch } from "wouter";
import { shortName } from "../../shared/address/filters.ts";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { includesNow } from "../../shared/address/range.ts";
import { type Scope, withFilter } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { useScope } from "../../shared/address/useScope.ts";
import { formatMetric } from "../../shared/figures/metricTexts.ts";
import { dimensionTitle, valueTitle } from "../../shared/filters/dimensionTexts.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { useQuestion } from "../../shared/query/useQuestion.ts";
import { Skeleton } from "../../shared/ui/states.tsx";
import type { BreakdownDefinition } from "./breakdowns.ts";
import { type FigureName, ranksByLeads } from "./chosenMetric.ts";

const ROWS = 9;

interface BreakdownProps extends BreakdownDefinition {
  scope: Scope;
  metric: FigureName;
}

/** The most frequent values of one dimension, chosen by tabs. A click on a value filters the screen by it. */
export function Breakdown({ param, title, tabs, scope, metric }: BreakdownProps) {
  const hrefWith = useHrefWith();
  const chosen = new URLSearchParams(useSearch()).get(param);
  const tab = tabs.find(({ dimensions }) => dimensions.some((each) => shortName(each) === chosen)) ?? tabs[0];
  const dimension = tab?.dimensions.find((each) => shortName(each) === chosen) ?? tab?.dimensions[0];
  if (!tab || !dimension) return null;
  return (
    <section className="flex min-w-0 flex-col" aria-label={title}>
      <LinkTabs
        label={title}
        tabs={tabs.map((each) => ({
          href: hrefWith({ [param]: each === tabs[0] ? "" : shortName(each.dimensions[0] ?? dimension) }),
          name: each.title,
          isChosen: each === tab,
        }))}
      />
      {tab.dimensions.length > 1 && <DimensionSelect {...{ param, dimension }} choices={tab.dimensions} />}
      <Ranking key={dimension} {...{ dimension, scope, metric }} />
    </section>
  );
}

interface DimensionSelectProps {
  param: string;
  dimension: NamedDimension;
  choices: readonly NamedDimension[];
}

function DimensionSelect({ param, dimension, choices }: DimensionSelectProps) {
  const [, setFilters] = useFilters([param]);
  return (
    <select
      aria-label="Campaign parameter"
      value={shortName(dimension)}
      onChange={({ target }) => setFilters({ [param]: target.value })}
      className="mt-2 h-9 w-fit rounded-sm border border-control/50 bg-surface px-2 text-xs"
    >
      {choices.map((choice) => (
        <option key={choice} value={shortName(choice)}>
          {DIMENSIONS[choice].title}
        </option>
      ))}
    </select>
  );
}

interface RankingProps {
  dimension: NamedDimension;
  scope: Scope;
  metric: FigureName;
}

function Ranking({ dimension, scope, metric }: RankingProps) {
  const now = Date.now();
  const metrics: readonly MetricName[] = ranksByLeads(metric)
    ? ["leads", "lead_rate"]
    : ["visitors", "percentage"];
  const [main = "visitors"] = metrics;
  const hrefWith = useHrefWith();
  const answer = useQuestion(
    toQuestion(scope, now, {
      metrics,
      dimensions: [dimension],
      order_by: [[main, "desc"]],
      include: { total_rows: true },
      pagination: { limit: ROWS },
    }),
    { isLive: includesNow(scope.range, now) },
  );
  const shownOf = (rows: readonly QueryRow[]) => rows.filter((row) => (row.metrics[0] ?? 0) > 0);
  return (
    <QueryView
      query={answer}
      loading={<RankingLoading />}
      empty={({ results }) =>
        shownOf(results).length === 0 && (
          <p className="py-4 text-ink-muted text-xs">
            No {METRICS[main].title.toLowerCase()} in this date range
            {scope.filters.length + scope.anyOf.length > 0 ? " with these filters" : ""}.
          </p>
        )
      }
      className="flex flex-1 flex-col aria-busy:opacity-60 lg:min-h-88"
    >
      {({ results, meta }) => (
        <>
          <RankingTable rows={shownOf(results)} {...{ dimension, metrics, scope }} />
          <p className="pt-1 text-xs lg:mt-auto">
            <Link
              href={hrefWith({ open: shortName(dimension) })}
              className="inline-flex min-h-9 items-center text-ink-muted underline decoration-hairline underline-offset-4 hover:text-ink hover:decoration-current"
            >
              {(meta.total_rows ?? 0) > ROWS ? `All ${meta.total_rows}` : "More"}
              <span className="sr-only"> {dimensionTitle(dimension)}</span>
            </Link>
          </p>
        </>
      )}
    </QueryView>
  );
}

interface RankingTableProps {
  dimension: NamedDimension;
  /** The ranked one and a rate. */
  metrics: readonly MetricName[];
  rows: readonly QueryRow[];
  scope: Scope;
}

const NUMBER = "py-0 pl-3 text-right align-middle tabular-nums";

function RankingTable({ dimension, metrics, rows, scope }: RankingTableProps) {
  const { hrefWith } = useScope();
  const most = Math.max(1, ...rows.map((row) => row.metrics[0] ?? 0));
  return (
    <table className="w-full table-fixed text-xs">
      <caption className="sr-only">{dimensionTitle(dimension)}</caption>
      <thead>
        <tr className="text-ink-muted">
          <th scope="col" className="py-2 text-left font-normal">
            {dimensionTitle(dimension)}
          </th>
          {metrics.map((metric) => (
            <th
              key={metric}
              scope="col"
              title={METRICS[metric].definition}
              className="w-20 py-2 pl-3 text-right font-normal"
            >
              {metric === "percentage" ? "Share" : METRICS[metric].title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ dimensions: [value = ""], metrics: values }) => {
          const name = valueTitle(dimension, value);
          const filter = { operator: "is", dimension, values: [value] } as const;
          return (
            <tr key={value} className="h-8">
              <th scope="row" className="p-0 text-left align-middle font-normal">
                <span className="relative flex h-7 items-center overflow-hidden rounded-[4px] px-2">
                  <Bar share={(values[0] ?? 0) / most} />
                  {value === NO_CONSENT ? (
                    <span className="relative truncate">{name}</span>
                  ) : (
                    <Link
                      href={hrefWith(withFilter(scope, filter))}
                      title={`Filter by ${name}`}
                      className="relative truncate hover:underline"
                    >
                      {name}
                    </Link>
                  )}
                </span>
              </th>
              {metrics.map((metric, index) => (
                <td
                  key={metric}
                  className={index === 0 ? `${NUMBER} font-medium` : `${NUMBER} text-ink-muted`}
                >
                  {formatMetric(metric, values[index])}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Share of the largest, from 0 to 1, as a bar behind the name. The Content-Security-Policy allows no style attributes, so it is drawn. */
function Bar({ share }: { share: number }) {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-0 size-full"
      preserveAspectRatio="none"
      viewBox="0 0 1 1"
    >
      <rect width={share} height="1" className="fill-leaf/15" />
    </svg>
  );
}

function RankingLoading() {
  return (
    <div className="grid min-h-88 content-start gap-1 pt-9" role="status">
      <span className="sr-only">Loading</span>
      {Array.from({ length: ROWS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
        <Skeleton key={index} className="h-7" />
      ))}
    </div>
  );
}
