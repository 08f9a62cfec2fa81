import type { SpeedTiming } from "@marquee/contract/schema";
import { useMemo } from "react";
import { formatCount } from "../../shared/format/format.ts";
import { type Column, MEDIUM } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { formatTime } from "../../shared/vitals/vitals.tsx";
import { useMeasuredHref } from "./useMeasuredHref.ts";

const columnsOf = (measuredHref: ReturnType<typeof useMeasuredHref>): Column<SpeedTiming>[] => [
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
    cell: ({ path }) => path,
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
  {
    id: "views",
    header: "Page views",
    isNumeric: true,
    from: MEDIUM,
    width: "w-28",
    sortValue: ({ samples }) => samples,
    exact: ({ samples }) => samples,
    cell: ({ samples, host, path }) => (
      <TextLink
        href={measuredHref({ host, path })}
        aria-label={`${formatCount(samples)} page views of ${path}`}
      >
        {formatCount(samples)}
      </TextLink>
    ),
  },
];

/** Moments that pages name, such as when the prices work. */
export function ViewTimings({ timings }: { timings: readonly SpeedTiming[] }) {
  const measuredHref = useMeasuredHref();
  const columns = useMemo(() => columnsOf(measuredHref), [measuredHref]);
  return (
    <section>
      <h2 className="font-medium">Named timings</h2>
      <p className="mt-1 mb-2 max-w-prose text-ink-muted text-xs">
        Moments that a page marks itself, measured from when the document was shown.
      </p>
      {timings.length === 0 ? (
        <p className="border-hairline border-t py-2">No page view in this date range reported a timing.</p>
      ) : (
        <DataTable
          caption="Named timings"
          columns={columns}
          rows={timings}
          keyOf={({ name, host, path }) => `${name} ${host}${path}`}
        />
      )}
    </section>
  );
}
