import type { RumErrorGroup, RumErrorResponse } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { toOverviewQuery } from "../../../shared/address/range.ts";
import { replayMomentHref } from "../../../shared/address/replayMomentHref.ts";
import { useHrefWith } from "../../../shared/address/useFilters.ts";
import { type RequestQuery, request } from "../../../shared/api/request.ts";
import { type SeriesLine, TimeSeries } from "../../../shared/charts/TimeSeries.tsx";
import { type Affected, ErrorList } from "../../../shared/errors/ErrorList.tsx";
import { ErrorStack } from "../../../shared/errors/ErrorStack.tsx";
import { firstAndLastSeen } from "../../../shared/errors/errorTexts.ts";
import { formatInstant } from "../../../shared/format/format.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { Skeleton } from "../../../shared/ui/states.tsx";
import { type ListProps, RumList, useRumList } from "./RumList.tsx";

const SESSIONS: Affected<RumErrorGroup> = { noun: "session", count: ({ sessions }) => sessions };

const LINES: readonly SeriesLine<RumErrorResponse["series"][number]>[] = [
  { name: "Count", color: "clay", isArea: true, value: ({ count }) => count },
  { name: "Sessions", color: "leaf", value: ({ sessions }) => sessions },
];

const LINK = "wrap-anywhere underline decoration-hairline underline-offset-4 hover:decoration-current";

interface ClientErrorDetailsProps extends Pick<ListProps, "range" | "filter"> {
  group: RumErrorGroup;
}

/** An error over time, its views and versions, and the stack of its latest event. */
function RumErrorDetails({ group, range, filter }: ClientErrorDetailsProps) {
  const { fingerprint } = group;
  const details = useQuery({
    queryKey: ["monitoring", "error", fingerprint, range, filter],
    queryFn: () =>
      request("GET /monitoring/errors/:fingerprint", {
        params: { fingerprint },
        query: { ...toOverviewQuery(range, new Date()), ...filter },
      }),
  });
  return (
    <div className="grid gap-4 pt-1 pb-5 pl-6">
      <Facts {...group} />
      <Links {...group} />
      <QueryView query={details} loading={<Skeleton className="h-64" />} className="grid gap-4">
        {({ series, versions, stack }) => (
          <>
            <TimeSeries
              series={series}
              lines={LINES}
              range={range}
              releases={versions}
              releaseNoun="version"
              height={160}
            />
            <ErrorStack lines={stack} />
          </>
        )}
      </QueryView>
    </div>
  );
}

function Facts(group: RumErrorGroup) {
  const { kinds, firstSeen, firstVersion, lastSeen, lastVersion, browsers } = group;
  const within = (version: string) => version && `version ${version}`;
  const facts = [
    kinds.join(", "),
    firstAndLastSeen("first", formatInstant(firstSeen), within(firstVersion)),
    firstAndLastSeen("last", formatInstant(lastSeen), within(lastVersion)),
    browsers.length > 0 ? `in ${browsers.join(", ")}` : "",
  ];
  return <p className="text-ink-muted text-xs">{facts.filter(Boolean).join(" · ")}</p>;
}

function Links({ replay, views }: RumErrorGroup) {
  const hrefWith = useHrefWith();
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      {replay && (
        <Link href={replayMomentHref(replay)} className={LINK}>
          Replay with this error
        </Link>
      )}
      {views.length > 0 && <span className="text-ink-muted">On</span>}
      {views.map((view) => (
        <Link key={view} href={hrefWith({ view })} className={LINK}>
          {view}
        </Link>
      ))}
    </p>
  );
}

/** Errors reported by Datadog's client. Grouped like those on the Errors screen, but listed separately. */
export function RumErrors(props: ListProps) {
  const { range, filter } = props;
  const list = useRumList("errors", { ...props, by: "" }, (query: RequestQuery<"GET /monitoring/errors">) =>
    request("GET /monitoring/errors", { query }),
  );
  return (
    <RumList
      list={list}
      kindLabel="Source"
      allKinds="All sources"
      empty="No matching errors. Remove a filter or choose a longer date range."
    >
      {({ rows, hasMore }) => (
        <>
          <p className="text-ink-muted text-xs">
            Reported by Datadog clients. Errors of this site are listed under{" "}
            <Link href={`/errors?${new URLSearchParams({ range })}`} className="underline underline-offset-4">
              Errors
            </Link>
            .
          </p>
          <ErrorList
            groups={rows}
            hasMore={hasMore}
            affected={SESSIONS}
            details={(group) => <RumErrorDetails {...{ group, range, filter }} />}
          />
        </>
      )}
    </RumList>
  );
}
