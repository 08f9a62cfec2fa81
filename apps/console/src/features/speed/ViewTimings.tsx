import type { SpeedTiming } from "@marquee/contract/schema";
import { type Column, MEDIUM } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { formatTime } from "../../shared/vitals/vitals.tsx";
import { PageName, VIEWS_COLUMN } from "./MeasuredViews.tsx";

const columnsOf = (hasHosts: boolean): Column<SpeedTiming>[] => [
  {
    id: "name",
    header: "Timing",
    className: "wrap-anywhere",
    sortValue: ({ name }) => name,
    cell: ({ name }) => <code className="text-xs">{name}</code>,
  },
  {
    id: "page",
    header: "Page",
    from: MEDIUM,
    className: "wrap-anywhere",
    sortValue: ({ path }) => path,
    text: ({ host, path }) => (hasHosts ? host + path : path),
    cell: (page) => <PageName {...page} hasHosts={hasHosts} />,
  },
  {
    id: "p75",
    header: "75th percentile",
    isNumeric: true,
    width: "w-32",
    sortValue: ({ p75 }) => p75,
    unit: "ms",
    cell: ({ p75 }) => formatTime(p75),
  },
  VIEWS_COLUMN,
];

/** Named timings, such as when prices become usable. */
export function ViewTimings({ timings }: { timings: readonly SpeedTiming[] }) {
  return (
    <section>
      <h2 className="font-medium">Named timings</h2>
      <p className="mt-1 mb-2 max-w-prose text-ink-muted text-xs">
        Moments that the page itself marks, measured from when the document was shown.
      </p>
      {timings.length === 0 ? (
        <p className="border-hairline border-t py-2">No page views in this date range reported a timing.</p>
      ) : (
        <DataTable
          caption="Named timings"
          columns={columnsOf(new Set(timings.map(({ host }) => host)).size > 1)}
          rows={timings}
          keyOf={({ name, host, path }) => `${name} ${host}${path}`}
        />
      )}
    </section>
  );
}
