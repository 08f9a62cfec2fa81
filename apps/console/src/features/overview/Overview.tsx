import { channelOf } from "@marquee/contract";
import type { Interval, SeriesPoint } from "@marquee/contract/schema";
import { ButtonLink } from "@marquee/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearch } from "wouter";
import { RangePicker } from "../../shared/address/RangePicker.tsx";
import { RANGES, type RangeName, readRange, toQuery } from "../../shared/address/range.ts";
import { api } from "../../shared/api/api.ts";
import { type Line, SeriesChart } from "../../shared/charts/SeriesChart.tsx";
import { ScreenHeader } from "../../shared/ui/ScreenHeader.tsx";
import type { ScreenProps } from "../../shared/ui/screen.types.ts";
import { Empty, Failure, Skeleton } from "../../shared/ui/states.tsx";
import { Figures } from "./Figures.tsx";
import { TopTable } from "./TopTable.tsx";

interface VisitsChartProps {
  series: readonly SeriesPoint[];
  interval: Interval;
}

const REFRESH_INTERVAL = 30_000;

/** How many came, what they read and what brought them. The span lives in the address. */
export function Overview({ title }: ScreenProps) {
  const range = readRange(useSearch());
  const overview = useQuery({
    queryKey: ["overview", range],
    queryFn: () => api.overview(toQuery(range, new Date())),
    refetchInterval: REFRESH_INTERVAL,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ScreenHeader title={title}>
        <RangePicker />
        <p className="text-ink-muted text-xs">{Intl.DateTimeFormat().resolvedOptions().timeZone}</p>
      </ScreenHeader>
      <p className="mt-2 text-ink-muted text-xs">People only; customers who were recognised are left out.</p>
      {overview.data?.hasDemoData && <DemoMarker />}
      <Content overview={overview} range={range} />
    </>
  );
}

function DemoMarker() {
  return (
    <p className="mt-4 border-sun border-l-4 bg-sun-soft px-3 py-2">
      Demo data is among these figures. Take it out with <code>npm run seed-demo -- --clear</code>
    </p>
  );
}

type OverviewQueryResult = ReturnType<typeof useQuery<Awaited<ReturnType<typeof api.overview>>>>;

function Content({ overview, range }: { overview: OverviewQueryResult; range: RangeName }) {
  if (overview.isPending) return <Loading />;
  if (overview.isError && !overview.data)
    return <Failure error={overview.error} onRetry={() => overview.refetch()} />;
  const { totals, previous, series, pages, sources } = overview.data;
  if (totals.pageViews === 0) return <NoVisits />;
  return (
    <div className="mt-5 grid gap-8" aria-busy={overview.isPlaceholderData}>
      <Figures totals={totals} previous={previous} />
      <VisitsChart series={series} interval={RANGES[range].interval} />
      <div className="grid gap-8 md:grid-cols-2">
        <TopTable title="Top pages" hint="Pages by how often they were read" rows={pages} by="pageViews" />
        <TopTable
          title="Top sources"
          hint="What brought visitors from outside, by visitors"
          rows={sources}
          by="visitors"
          noteOf={channelOf}
        />
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div className="mt-5 grid gap-8" role="status">
      <span className="sr-only">Loading the figures</span>
      <Skeleton className="h-24" />
      <Skeleton className="h-64" />
      <div className="grid gap-8 md:grid-cols-2">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    </div>
  );
}

function NoVisits() {
  return (
    <Empty
      title="No visits in this span"
      action={
        <ButtonLink href="/" size="sm">
          Open the site
        </ButtonLink>
      }
    >
      Open the site, agree to be measured and read a page or two; they appear here within seconds. To try the
      console with a synthetic month, stop the server and run{" "}
      <code className="whitespace-nowrap">npm run seed-demo -- --days 30</code>
    </Empty>
  );
}

/** Page views as an area, visitors as a line. */
function VisitsChart({ series, interval }: VisitsChartProps) {
  const starts = useMemo(() => series.map(({ start }) => start), [series]);
  const lines = useMemo<Line[]>(
    () => [
      { name: "Page views", color: "sky", isArea: true, values: series.map(({ pageViews }) => pageViews) },
      { name: "Visitors", color: "leaf", values: series.map(({ visitors }) => visitors) },
    ],
    [series],
  );
  return <SeriesChart starts={starts} lines={lines} interval={interval} />;
}
