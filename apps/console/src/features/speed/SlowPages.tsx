import { ratingOf, VITALS_WITH_TARGET, type Vital, WEB_VITALS_EVENT } from "@marquee/contract";
import type { SpeedPage } from "@marquee/contract/schema";
import { useMemo } from "react";
import { useScreenHref } from "../../shared/address/useScope.ts";
import { formatCount } from "../../shared/format/format.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { RatingBadge, VITAL_NAMES, vitalFormat } from "../../shared/vitals/vitals.tsx";

/** Parameters of the Events screen for the events behind the numbers. */
const MEASURED = { type: "track", event: WEB_VITALS_EVENT, kind: "people", audience: "visitor" };

interface SlowPagesProps {
  vital: Vital;
  pages: readonly SpeedPage[];
}

/** Pages by one web vital, slowest first, with links to the events behind it and to replays. */
export function SlowPages({ vital, pages }: SlowPagesProps) {
  const { short } = VITAL_NAMES[vital];
  const hrefOf = useScreenHref();
  const columns = useMemo(() => columnsOf(vital, hrefOf), [vital, hrefOf]);
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

function columnsOf(vital: Vital, hrefOf: ReturnType<typeof useScreenHref>): Column<SpeedPage>[] {
  const isTargeted = VITALS_WITH_TARGET.some((targeted) => targeted === vital);
  const columns: Column<SpeedPage>[] = [
    {
      id: "page",
      header: "Page",
      sortValue: ({ path }) => path,
      text: ({ path }) => path,
      cell: ({ path }) => (
        <>
          <TextLink href={hrefOf("/events", { ...MEASURED, path })}>{path}</TextLink>{" "}
          <TextLink
            href={hrefOf("/replays", { page: path })}
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
      ...(vital !== "cls" && { unit: "ms" }),
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
