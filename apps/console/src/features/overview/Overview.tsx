import { CHANNEL_TITLES, siteKindOf } from "@marquee/contract";
import type { OverviewResponse, SeriesPoint } from "@marquee/contract/schema";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { DateRangePicker } from "../../shared/filters/DateRangePicker.tsx";
import { type DateRangeName, daysOf, readDateRange, toOverviewQuery } from "../../shared/address/range.ts";
import { request } from "../../shared/api/request.ts";
import { type SeriesLine, TimeSeries } from "../../shared/charts/TimeSeries.tsx";
import { Figures } from "../../shared/figures/Figures.tsx";
import { RankedBars } from "../../shared/figures/RankedBars.tsx";
import { formatCounted, formatRange } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton, Warning } from "../../shared/ui/states.tsx";
import { figuresOf } from "./overviewFigures.tsx";

const LINES: readonly SeriesLine<SeriesPoint>[] = [
  { name: "Page views", color: "sky", isArea: true, value: ({ pageViews }) => pageViews },
  { name: "Visitors", color: "leaf", value: ({ visitors }) => visitors },
];

const REFRESH_INTERVAL = 30_000;

/** Traffic at a glance: metrics, time series, top pages and sources. The date range is in the URL. */
export function Overview({ title }: ScreenProps) {
  const range = readDateRange(useSearch());
  const overview = useQuery({
    queryKey: ["overview", range],
    queryFn: () =>
      request("GET /overview", {
        query: { ...toOverviewQuery(range, new Date()), compareDays: daysOf(range) },
      }),
    refetchInterval: REFRESH_INTERVAL,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ScreenHeader title={title}>
        <DateRangePicker />
      </ScreenHeader>
      <p className="mt-2 max-w-prose text-ink-muted text-xs">
        Bots and known customers are excluded.{" "}
        {overview.data && <Excluded {...overview.data} range={range} />}
      </p>
      {overview.data?.hasDemoData && <DemoMarker />}
      <QueryView
        query={overview}
        loading={<Loading />}
        empty={({ totals }) => totals.pageViews === 0 && totals.leads === 0 && <NoVisits />}
        className="mt-5 grid gap-8"
      >
        {({ range: covered, previousRange, totals, previous, series, pages, sources, leadChannels }) => (
          <>
            <p className="-mb-4 text-ink-muted text-xs tabular-nums">
              {formatRange(covered)}, compared with {formatRange(previousRange)}
            </p>
            <Figures columns={4} figures={figuresOf({ totals, previous })} />
            <TimeSeries series={series} lines={LINES} range={range} />
            <div className="grid gap-8 md:grid-cols-2">
              <RankedBars
                title="Top pages"
                hint="Pages by page views"
                nameHeader="Page"
                countHeader="Page views"
                rows={pages.map(({ name, pageViews }) => ({ key: name, label: name, count: pageViews }))}
              />
              <div className="grid content-start gap-8">
                <RankedBars
                  title="Top sources"
                  hint="External sources by visitors"
                  nameHeader="Source"
                  countHeader="Visitors"
                  rows={sources.map(({ name, visitors }) => ({
                    key: name,
                    label: name,
                    note: siteKindOf(name),
                    count: visitors,
                  }))}
                />
                <RankedBars
                  title="Leads by channel"
                  hint="Leads that are not spam, by the channel of the visit"
                  nameHeader="Channel"
                  countHeader="Leads"
                  rows={leadChannels.map(({ channel, leads }) => ({
                    key: channel ?? "",
                    label: channel === null ? "Unknown (no consent)" : CHANNEL_TITLES[channel],
                    count: leads,
                  }))}
                  none="No leads in this date range."
                />
              </div>
            </div>
          </>
        )}
      </QueryView>
    </>
  );
}

interface ExcludedProps extends Pick<OverviewResponse, "excluded"> {
  range: DateRangeName;
}

/** How many events of the team were left out, with a link to the reasons. */
function Excluded({ excluded, range }: ExcludedProps) {
  const count = Object.values(excluded).reduce((sum, each) => sum + each, 0);
  if (count === 0) return null;
  return (
    <>
      So {count === 1 ? "is" : "are"}{" "}
      <TextLink href={`/quality?${new URLSearchParams({ range })}`}>{formatCounted(count, "event")}</TextLink>{" "}
      of your team.
    </>
  );
}

function DemoMarker() {
  return (
    <Warning className="mt-4">
      These metrics include demo data. Remove it with <code>npm run seed-demo -- --clear</code>
    </Warning>
  );
}

function Loading() {
  return (
    <div className="mt-5 grid gap-8" role="status">
      <span className="sr-only">Loading metrics</span>
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
    <EmptyState title="No visits in this date range">
      Open the site in a private window, because visits of a browser that is signed in here are not counted.
      Accept analytics and visit a page or two. They appear here within seconds. To try the console with a
      month of demo data, stop the server and run{" "}
      <code className="whitespace-nowrap">npm run seed-demo -- --days 30</code>
    </EmptyState>
  );
}
