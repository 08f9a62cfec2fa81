import type { ErrorDetailsResponse, ErrorGroup } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { type DateRangeName, toOverviewQuery } from "../../shared/address/range.ts";
import { request } from "../../shared/api/request.ts";
import { shortRelease } from "../../shared/charts/releaseMarks.ts";
import { type SeriesLine, TimeSeries } from "../../shared/charts/TimeSeries.tsx";
import { ErrorStack } from "../../shared/errors/ErrorStack.tsx";
import { firstAndLastSeen } from "../../shared/errors/errorTexts.ts";
import { formatInstant } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";

const LINES: readonly SeriesLine<ErrorDetailsResponse["series"][number]>[] = [
  { name: "Count", color: "clay", isArea: true, value: ({ count }) => count },
  { name: "Visitors", color: "leaf", value: ({ visitors }) => visitors },
];

const LINK = "wrap-anywhere underline decoration-hairline underline-offset-4 hover:decoration-current";

/** Occurrences of an error over time, its pages and browsers, and the stack of its latest event. */
export function ErrorDetails({ group, range }: { group: ErrorGroup; range: DateRangeName }) {
  const { fingerprint, kinds, firstSeen, firstRelease, lastSeen, lastRelease, browsers, browser } = group;
  const details = useQuery({
    queryKey: ["errors", "details", fingerprint, range],
    queryFn: () =>
      request("GET /errors/:fingerprint", {
        params: { fingerprint },
        query: toOverviewQuery(range, new Date()),
      }),
  });
  const eventsOf = (path: string) => `/events?${new URLSearchParams({ range, error: fingerprint, path })}`;
  return (
    <div className="grid gap-4 pt-1 pb-5 pl-6">
      <p className="text-ink-muted text-xs">
        {[
          kinds.join(", "),
          firstAndLastSeen("first", formatInstant(firstSeen), releaseText(firstRelease)),
          firstAndLastSeen("last", formatInstant(lastSeen), releaseText(lastRelease)),
          ...(browsers.length > 0 ? [`in ${browsers.join(", ")}`] : []),
        ].join(" · ")}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link href={`/replays?${new URLSearchParams({ range, error: fingerprint })}`} className={LINK}>
          Replays with this error
        </Link>
        <Link href={`/events/${encodeURIComponent(group.messageId)}`} className={LINK}>
          Latest event{browser && ` (${browser})`}
        </Link>
        <span className="text-ink-muted">Page</span>
        {group.pages.map((path) => (
          <Link key={path} href={eventsOf(path)} className={LINK}>
            {path || "unknown page"}
          </Link>
        ))}
      </p>
      <QueryView query={details} loading={<Skeleton className="h-64" />} className="grid gap-4">
        {({ series, releases, stack }) => (
          <>
            <TimeSeries series={series} lines={LINES} range={range} releases={releases} height={160} />
            <ErrorStack lines={stack} />
          </>
        )}
      </QueryView>
    </div>
  );
}

function releaseText(id: string): string {
  return id && `release ${shortRelease(id)}`;
}
