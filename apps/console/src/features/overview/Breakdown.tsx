import { DIMENSIONS, METRICS, type NamedDimension, type QueryRow } from "@marquee/contract";
import type { FigureMetric } from "@marquee/contract/schema";
import { Select } from "@marquee/ui";
import { Link, useSearch } from "wouter";
import { shortName } from "../../shared/address/filters.ts";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { includesNow } from "../../shared/address/range.ts";
import { type Scope, withFilter } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { isFiltered, useScope } from "../../shared/address/useScope.ts";
import { RankingTable } from "../../shared/figures/RankingTable.tsx";
import { dimensionTitle } from "../../shared/filters/dimensionTexts.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { useQuestion } from "../../shared/query/useQuestion.ts";
import { Skeleton } from "../../shared/ui/states.tsx";
import { type BreakdownDefinition, namesOf } from "./breakdowns.ts";
import { CountryMap } from "./CountryMap.tsx";
import { rankedMetrics } from "./chosenMetric.ts";
import { useIncludedImports } from "./ImportedData.tsx";

const ROWS = 9;
/** Computed here: the total is already loaded, and the server would count it again for each list. */
const SHARE = "percentage";

function withShare(row: QueryRow, visitors: number): QueryRow {
  const [rowVisitors] = row.metrics;
  return {
    ...row,
    metrics: [rowVisitors ?? null, visitors > 0 ? ((rowVisitors ?? 0) / visitors) * 100 : null],
  };
}

interface BreakdownProps extends BreakdownDefinition {
  scope: Scope;
  metric: FigureMetric;
  /** All visitors of the scope. */
  visitors: number;
}

/** The most frequent values of one dimension, chosen by tabs. A click on a value filters the screen by it. */
export function Breakdown({ param, title, tabs, scope, metric, visitors }: BreakdownProps) {
  const hrefWith = useHrefWith();
  const chosen = new URLSearchParams(useSearch()).get(param);
  const tab = tabs.find((each) => namesOf(each).some((name) => name === chosen)) ?? tabs[0];
  const dimension = tab?.dimensions.find((each) => shortName(each) === chosen) ?? tab?.dimensions[0];
  if (!tab || !dimension) return null;
  return (
    <section className="flex min-w-0 flex-col" aria-label={title}>
      <LinkTabs
        label={title}
        tabs={tabs.map((each) => ({
          href: hrefWith({ [param]: each === tabs[0] ? "" : namesOf(each)[0] }),
          name: each.title,
          isChosen: each === tab,
        }))}
      />
      {tab.dimensions.length > 1 && (
        <DimensionSelect param={param} dimension={dimension} choices={tab.dimensions} />
      )}
      {tab.isMap ? (
        <CountryMap scope={scope} metric={metric} />
      ) : (
        <Ranking key={dimension} dimension={dimension} scope={scope} metric={metric} visitors={visitors} />
      )}
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
    <Select
      aria-label="Campaign parameter"
      size="sm"
      value={shortName(dimension)}
      choices={choices.map((choice) => [shortName(choice), DIMENSIONS[choice].title])}
      onChange={({ target }) => setFilters({ [param]: target.value })}
      className="mt-2 w-fit text-xs"
    />
  );
}

interface RankingProps {
  dimension: NamedDimension;
  scope: Scope;
  metric: FigureMetric;
  visitors: number;
}

function Ranking({ dimension, scope, metric, visitors }: RankingProps) {
  const now = Date.now();
  const metrics = rankedMetrics(metric, scope);
  const [main] = metrics;
  const imports = useIncludedImports();
  const hrefWith = useHrefWith();
  const { hrefWith: filteredHref } = useScope();
  const answer = useQuestion(
    toQuestion(scope, now, {
      metrics: metrics.filter((each) => each !== SHARE),
      dimensions: [dimension],
      order_by: [[main, "desc"]],
      include: { total_rows: true, ...imports },
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
            {isFiltered(scope) ? " with these filters" : ""}.
          </p>
        )
      }
      className="flex flex-1 flex-col"
    >
      {({ results, meta }) => (
        <>
          <RankingTable
            rows={shownOf(results).map((row) => (metrics[1] === SHARE ? withShare(row, visitors) : row))}
            dimension={dimension}
            metrics={metrics}
            hrefOf={(value) =>
              filteredHref(withFilter(scope, { operator: "is", dimension, values: [value] }))
            }
          />
          <p className="pt-1 text-xs">
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
