import { ratingOf, VITALS_WITH_TARGET, type Vital, WEB_VITALS_EVENT } from "@marquee/contract";
import type { SpeedPage } from "@marquee/contract/schema";
import { useMemo } from "react";
import type { DateRangeName } from "../../shared/address/range.ts";
import { formatCount } from "../../shared/format/format.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { RatingBadge, VITAL_NAMES, vitalFormat } from "../../shared/vitals/vitals.tsx";
import { type SpeedFilters, toSpeedFilter } from "./speedFilters.ts";

interface PageOptions {
  range: DateRangeName;
  path: string;
  filters: SpeedFilters;
}

interface SlowPagesProps {
  vital: Vital;
  pages: readonly SpeedPage[];
  range: DateRangeName;
  filters: SpeedFilters;
}

/** Pages by one web vital, slowest first, with links to the events behind it and to replays. */
export function SlowPages({ vital, pages, range, filters }: SlowPagesProps) {
  const { short } = VITAL_NAMES[vital];
  const columns = useMemo(() => columnsOf({ vital, range, filters }), [vital, range, filters]);
  return (
    <section>
      <h2 className="font-medium">Slowest pages</h2>
      <p className="mt-1 mb-2 text-ink-muted text-xs">
        By 75th percentile of {short}. Pages with fewer than 10 page views come last, because they may be slow
        by chance.
      </p>
      {pages.length === 0 ? (
        <p className="border-hairline border-t py-2">No page view in this date range measured {short}.</p>
      ) : (
        <DataTable caption="Pages" columns={columns} rows={pages} keyOf={({ path }) => path} />
      )}
    </section>
  );
}

function columnsOf({ vital, range, filters }: Omit<SlowPagesProps, "pages">): Column<SpeedPage>[] {
  const isTargeted = VITALS_WITH_TARGET.some((targeted) => targeted === vital);
  const columns: Column<SpeedPage>[] = [
    {
      id: "page",
      header: "Page",
      sortValue: ({ path }) => path,
      cell: ({ path }) => (
        <>
          <TextLink href={eventsHref({ range, path, filters })}>{path}</TextLink>{" "}
          <TextLink
            href={replaysHref({ range, path, filters })}
            aria-label={`Replays of ${path}`}
            className="ml-2 text-ink-muted text-xs"
          >
            Replays
          </TextLink>
        </>
      ),
    },
    {
      id: vital,
      header: VITAL_NAMES[vital].short,
      isNumeric: true,
      width: "w-40 md:w-56",
      sortValue: ({ values }) => values[vital],
      cell: ({ values }) => <RatedValue vital={vital} value={values[vital]} />,
    },
    {
      id: "views",
      header: "Page views",
      isNumeric: true,
      from: MEDIUM,
      width: "w-28",
      sortValue: ({ samples }) => samples,
      cell: ({ samples }) => formatCount(samples),
    },
    {
      id: "element",
      header: "Main cause (element)",
      from: WIDE,
      width: "w-2/5",
      className: "wrap-anywhere",
      cell: ({ target }) => <code className="text-xs">{target || "unknown"}</code>,
      folded: ({ target }) => target && <code>{target}</code>,
    },
  ];
  return isTargeted ? columns : columns.slice(0, -1);
}

function RatedValue({ vital, value }: { vital: Vital; value: number | null }) {
  if (value === null) return null;
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      <RatingBadge rating={ratingOf(vital, value)} />
      <span className="min-w-14">{vitalFormat(vital)(value)}</span>
    </span>
  );
}

/** Link to the events behind a page's numbers: by visitors, with the screen's filters. */
export function eventsHref({ range, path, filters }: PageOptions): string {
  const made = { range, type: "track", event: WEB_VITALS_EVENT, path, kind: "people", audience: "visitor" };
  return `/events?${new URLSearchParams({ ...made, ...toSpeedFilter(filters) })}`;
}

/** Link to the replays of a page, with the screen's filters. */
export function replaysHref({ range, path, filters }: PageOptions): string {
  return `/replays?${new URLSearchParams({ range, page: path, ...toSpeedFilter(filters) })}`;
}
