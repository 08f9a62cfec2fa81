import { formatCounted, ratingOf, VITALS_WITH_TARGET, type Vital } from "@marquee/contract";
import type { SpeedPage } from "@marquee/contract/schema";
import { useMemo } from "react";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { useScreenHref } from "../../shared/address/useScope.ts";
import { type Column, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { RatingBadge, VITAL_NAMES, vitalFormat } from "../../shared/vitals/vitals.tsx";
import { ofPage, useMeasuredHref, VIEWS_COLUMN } from "./MeasuredViews.tsx";

interface SlowPagesProps {
  vital: Vital;
  pages: readonly SpeedPage[];
}

const PARAMS = ["pages"] as const;
/** The value of the parameter for all pages, the good ones too. */
const ALL = "all";

/** Pages by one web vital, slowest first, with links to the events behind it and to replays. Those that are good are folded. */
export function SlowPages({ vital, pages }: SlowPagesProps) {
  const { short } = VITAL_NAMES[vital];
  const [{ pages: choice }] = useFilters(PARAMS);
  const hrefWith = useHrefWith();
  const hrefOf = useScreenHref();
  const measuredHref = useMeasuredHref();
  const hasHosts = new Set(pages.map(({ host }) => host)).size > 1;
  const columns = useMemo(
    () => columnsOf(vital, { hrefOf, measuredHref, hasHosts }),
    [vital, hrefOf, measuredHref, hasHosts],
  );
  const isAll = choice === ALL;
  const pagesToImprove = pages.filter((page) => !isGood(vital, page));
  const goodCount = pages.length - pagesToImprove.length;
  const rows = isAll ? pages : pagesToImprove;
  return (
    <section>
      <h2 className="font-medium">Slowest pages</h2>
      <p className="mt-1 mb-2 text-ink-muted text-xs">
        By 75th percentile of {short}. Pages with fewer than 10 page views come last, because they may be slow
        by chance.
      </p>
      {pages.length === 0 ? (
        <p className="border-hairline border-t py-2">No page views in this date range measured {short}.</p>
      ) : rows.length === 0 ? (
        <p className="border-hairline border-t py-2">Every page has a good {short}.</p>
      ) : (
        <DataTable caption="Pages" columns={columns} rows={rows} keyOf={({ host, path }) => host + path} />
      )}
      {goodCount > 0 && (
        <p className="mt-3">
          <TextLink href={hrefWith({ pages: isAll ? "" : ALL })}>
            {isAll ? "Hide good pages" : `Show ${formatCounted(goodCount, "good page")}`}
          </TextLink>
        </p>
      )}
    </section>
  );
}

function isGood(vital: Vital, { values }: SpeedPage): boolean {
  const value = values[vital];
  return value !== null && ratingOf(vital, value) === "good";
}

interface Links {
  hrefOf: ReturnType<typeof useScreenHref>;
  measuredHref: ReturnType<typeof useMeasuredHref>;
  /** Whether pages are on several hosts. */
  hasHosts: boolean;
}

function columnsOf(vital: Vital, { hrefOf, measuredHref, hasHosts }: Links): Column<SpeedPage>[] {
  const isTargeted = VITALS_WITH_TARGET.some((targeted) => targeted === vital);
  const columns: Column<SpeedPage>[] = [
    {
      id: "page",
      header: "Page",
      sortValue: ({ path }) => path,
      text: ({ host, path }) => (hasHosts ? host + path : path),
      cell: ({ host, path }) => (
        <>
          <TextLink href={measuredHref({ host, path })}>{path}</TextLink>{" "}
          <TextLink
            href={hrefOf("/replays", {}, ofPage({ host, path }))}
            aria-label={`Replays of ${path}`}
            className="ml-2 text-ink-muted text-xs"
          >
            Replays
          </TextLink>
          {hasHosts && <span className="wrap-anywhere block text-ink-muted text-xs">{host}</span>}
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
    VIEWS_COLUMN,
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
