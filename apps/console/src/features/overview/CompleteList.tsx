import {
  CURRENCY,
  formatCounted,
  formatMetric,
  METRICS,
  type MetricName,
  type NamedDimension,
  NO_CONSENT,
  type QueryRow,
} from "@marquee/contract";
import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMemo, useState } from "react";
import { type Scope, withFilter } from "../../shared/address/scope.ts";
import { type Question, toQuestion } from "../../shared/address/toQuestion.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { useScope } from "../../shared/address/useScope.ts";
import { dimensionTitle, hasTitles, valueTitle } from "../../shared/filters/dimensionTexts.ts";
import { FilterText } from "../../shared/filters/filters.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ask, useQuestion } from "../../shared/query/useQuestion.ts";
import type { Column } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { metricsOf } from "./breakdowns.ts";
import { useIncludedImports } from "./ImportedData.tsx";

const PAGE = 100;
/** Maximum number of rows in a response. */
const MAX_ROWS = 10_000;
/** Table width in CSS pixels from which the first metric has a column. More important metrics come first. */
const FIRST_COLUMN = 300;
const COLUMN = 84;

/** Units in downloads. */
const EXACT_UNITS = { count: "exact", ratio: "exact", percent: "%", seconds: "s", money: CURRENCY } as const;

interface CompleteListProps {
  dimension: NamedDimension;
  scope: Scope;
  /** The metric that the list was ranked by. */
  ranked: MetricName;
  onDismiss: () => void;
}

/** Every value of a dimension, with all metrics, search and sorting. */
export function CompleteList({ dimension, scope, ranked, onDismiss }: CompleteListProps) {
  const metrics = metricsOf(dimension);
  const imports = useIncludedImports();
  const [{ by }, setBy] = useFilters(["by"] as const);
  const sortedBy = metrics.find((metric) => metric === by) ?? ranked;
  const [search, setSearch] = useState("");
  const [limit, setLimit] = useState(PAGE);
  // The server searches stored values, so values with titles are searched here.
  const isSearchedHere = hasTitles(dimension);
  const questionOf = (rows: number): Question =>
    toQuestion(scope, Date.now(), {
      metrics,
      dimensions: [dimension],
      order_by: [[sortedBy, "desc"]],
      include: { total_rows: true, ...imports },
      pagination: { limit: isSearchedHere ? MAX_ROWS : rows },
      ...(search &&
        !isSearchedHere && { filters: [["contains", dimension, [search], { case_sensitive: false }]] }),
    });
  const answer = useQuestion(questionOf(limit));
  const isShown = ({ dimensions: [value = ""] }: QueryRow) =>
    !isSearchedHere || valueTitle(dimension, value).toLowerCase().includes(search.toLowerCase());
  const columns = useColumns({ dimension, metrics, scope });
  const loadRows = async ({ signal }: { signal: AbortSignal }) => {
    const rows: QueryRow[] = [];
    let total = 1;
    // The server returns long lists in parts.
    while (rows.length < total) {
      const part = { limit: MAX_ROWS, offset: rows.length };
      const { results, meta } = await ask({ ...questionOf(MAX_ROWS), pagination: part }, signal);
      rows.push(...results);
      total = results.length === 0 ? 0 : (meta.total_rows ?? 0);
    }
    return { rows: rows.filter(isShown), isComplete: true };
  };
  const dismiss = () => {
    setBy({ by: "" });
    onDismiss();
  };
  return (
    <Dialog isOpen onDismiss={dismiss} title={dimensionTitle(dimension)} closeLabel="Close" size="lg">
      <div className="mt-3 w-full sm:w-64">
        <FilterText label="Search" value={search} onChange={setSearch} />
      </div>
      <QueryView
        query={answer}
        loading={<Skeleton className="mt-4 h-96" />}
        className="mt-4 min-h-96 text-xs"
      >
        {({ results, meta }) => {
          const visibleRows = results.filter(isShown);
          const total = isSearchedHere ? visibleRows.length : (meta.total_rows ?? visibleRows.length);
          return (
            <>
              <DataTable
                caption={dimensionTitle(dimension)}
                columns={columns}
                rows={visibleRows}
                keyOf={({ dimensions }) => dimensions[0] ?? ""}
                sort={{ param: "by", sortedBy }}
                csv={{ loadRows }}
              />
              <div className="mt-4 flex flex-wrap items-center gap-4">
                {total > visibleRows.length && limit < MAX_ROWS && (
                  <Button variant="secondary" size="sm" onClick={() => setLimit(limit + PAGE)}>
                    Load more
                  </Button>
                )}
                <p role="status" className="text-ink-muted tabular-nums">
                  {visibleRows.length < total
                    ? `${visibleRows.length} of ${formatCounted(total, "row")}`
                    : formatCounted(total, "row")}
                </p>
              </div>
            </>
          );
        }}
      </QueryView>
    </Dialog>
  );
}

interface ColumnsOptions extends Pick<CompleteListProps, "dimension" | "scope"> {
  metrics: readonly MetricName[];
}

function useColumns({ dimension, metrics, scope }: ColumnsOptions): Column<QueryRow>[] {
  const { hrefWith } = useScope();
  return useMemo(() => {
    const name: Column<QueryRow> = {
      id: "name",
      header: dimensionTitle(dimension),
      cell: ({ dimensions: [value = ""] }) => {
        const title = valueTitle(dimension, value);
        if (value === NO_CONSENT) return title;
        const filtered = withFilter(scope, { operator: "is", dimension, values: [value] });
        const href = withoutDialog(hrefWith(filtered));
        return <TextLink href={href}>{title}</TextLink>;
      },
    };
    const values = metrics.map(
      (metric, index): Column<QueryRow> => ({
        id: metric,
        header: metric === "percentage" ? "Share" : METRICS[metric].title,
        hint: METRICS[metric].definition,
        isNumeric: true,
        width: "w-24",
        sortValue: ({ metrics: all }) => all[index] ?? null,
        unit: EXACT_UNITS[METRICS[metric].unit],
        ...(index > 0 && { from: FIRST_COLUMN + index * COLUMN }),
        cell: ({ metrics: all }) => formatMetric(metric, all[index]),
      }),
    );
    return [name, ...values];
  }, [dimension, metrics, scope, hrefWith]);
}

/** A URL without the parameters of this dialog. */
function withoutDialog(href: string): string {
  return href.replace(/([?&])(?:open|by)=[^&]*(?:&|$)/g, "$1").replace(/[?&]$/, "");
}
