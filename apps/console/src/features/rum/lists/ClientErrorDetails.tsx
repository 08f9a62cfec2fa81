import type { MonitoredErrorAnswer, MonitoredErrorGroup } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { RANGES, toQuery } from "../../../shared/address/range.ts";
import { api } from "../../../shared/api/api.ts";
import { releaseMarks } from "../../../shared/charts/releaseMarks.ts";
import { type Line, SeriesChart } from "../../../shared/charts/SeriesChart.tsx";
import { type Affected, ErrorList } from "../../../shared/errors/ErrorList.tsx";
import { ErrorStack } from "../../../shared/errors/ErrorStack.tsx";
import { seenText } from "../../../shared/errors/seenText.ts";
import { formatInstant } from "../../../shared/format/format.ts";
import { Failure, Skeleton } from "../../../shared/ui/states.tsx";
import { ListControls } from "./ListControls.tsx";
import { ListState } from "./ListState.tsx";
import type { ListProps } from "./list.types.ts";
import { useList } from "./useList.ts";

const SESSIONS: Affected<MonitoredErrorGroup> = { noun: "session", count: ({ sessions }) => sessions };

const LINK = "wrap-anywhere underline decoration-hairline underline-offset-4 hover:decoration-current";

interface ClientErrorDetailsProps extends Pick<ListProps, "range" | "filter"> {
  group: MonitoredErrorGroup;
}

/** When and where an error happened, in which versions, and the stack of its latest event. */
export function ClientErrorDetails({ group, range, filter }: ClientErrorDetailsProps) {
  const { fingerprint } = group;
  const details = useQuery({
    queryKey: ["monitoring", "error", fingerprint, range, filter],
    queryFn: () => api.monitoredError(fingerprint, { ...toQuery(range, new Date()), ...filter }),
  });
  return (
    <div className="grid gap-4 pt-1 pb-5 pl-6">
      <Facts {...group} />
      <Links {...group} />
      {details.isPending && <Skeleton className="h-64" />}
      {details.isError && <Failure error={details.error} onRetry={() => details.refetch()} />}
      {details.data && (
        <>
          <Course {...details.data} interval={RANGES[range].interval} />
          <ErrorStack lines={details.data.stack} />
        </>
      )}
    </div>
  );
}

function Facts(group: MonitoredErrorGroup) {
  const { kinds, firstSeen, firstVersion, lastSeen, lastVersion, browsers } = group;
  const within = (version: string) => version && `version ${version}`;
  const facts = [
    kinds.join(", "),
    seenText("first", formatInstant(firstSeen), within(firstVersion)),
    seenText("last", formatInstant(lastSeen), within(lastVersion)),
    browsers.length > 0 ? `in ${browsers.join(", ")}` : "",
  ];
  return <p className="text-ink-muted text-xs">{facts.filter(Boolean).join(" · ")}</p>;
}

function Links({ replay, views }: MonitoredErrorGroup) {
  const [path] = useLocation();
  const search = useSearch();
  const hrefOf = (view: string) => {
    const params = new URLSearchParams(search);
    params.set("view", view);
    return `${path}?${params}`;
  };
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      {replay && (
        <Link href={`/replays/${encodeURIComponent(replay)}`} className={LINK}>
          Replay of a visit with it
        </Link>
      )}
      {views.length > 0 && <span className="text-ink-muted">On</span>}
      {views.map((view) => (
        <Link key={view} href={hrefOf(view)} className={LINK}>
          {view}
        </Link>
      ))}
    </p>
  );
}

function Course({ series, versions, interval }: MonitoredErrorAnswer & { interval: "hour" | "day" }) {
  const starts = useMemo(() => series.map(({ start }) => start), [series]);
  const marks = useMemo(() => releaseMarks(starts, versions, "version"), [starts, versions]);
  const lines = useMemo<Line[]>(
    () => [
      { name: "Times", color: "clay", isArea: true, values: series.map(({ count }) => count) },
      { name: "Sessions", color: "leaf", values: series.map(({ sessions }) => sessions) },
    ],
    [series],
  );
  return <SeriesChart {...{ starts, lines, interval, marks }} height={160} />;
}

/** What clients say went wrong, put together as on Errors, and apart from it. */
export function ClientErrors(props: ListProps) {
  const { range, filter } = props;
  const list = useList("errors", { ...props, by: "" }, api.monitoredErrors);
  return (
    <ListState
      list={list}
      empty="No error of this kind. Take a filter away, or choose a longer span."
      controls={(kinds) => <ListControls label="Source" all="All sources" kinds={kinds} />}
    >
      {({ rows, hasMore }) => (
        <>
          <p className="mt-3 mb-2 text-ink-muted text-xs">
            As Datadog's clients tell them. What goes wrong for every visitor of this site is listed apart, on{" "}
            <Link href={`/errors?${new URLSearchParams({ range })}`} className="underline underline-offset-4">
              Errors
            </Link>
            .
          </p>
          <ErrorList
            groups={rows}
            hasMore={hasMore}
            affected={SESSIONS}
            details={(group) => <ClientErrorDetails {...{ group, range, filter }} />}
          />
        </>
      )}
    </ListState>
  );
}
