import { formatCount } from "@marquee/contract";
import type { ErrorDetailsResponse, ErrorGroup, TeamResponse } from "@marquee/contract/schema";
import { replayMomentHref } from "../../shared/address/replayMomentHref.ts";
import { toQueryScope } from "../../shared/address/toQuestion.ts";
import { useScope, useScreenHref } from "../../shared/address/useScope.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { shortRelease } from "../../shared/charts/releaseMarks.ts";
import { type SeriesLine, TimeSeries } from "../../shared/charts/TimeSeries.tsx";
import { ErrorStack } from "../../shared/errors/ErrorStack.tsx";
import { firstAndLastSeen } from "../../shared/errors/errorTexts.ts";
import { formatInstant } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { AffectedLists } from "./AffectedLists.tsx";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import { Triage } from "./Triage.tsx";

const LINES: readonly SeriesLine<ErrorDetailsResponse["series"][number]>[] = [
  { name: "Count", color: "clay", isArea: true, value: ({ count }) => count },
  { name: "Visitors", color: "leaf", value: ({ visitors }) => visitors },
];

interface ErrorDetailsProps {
  group: ErrorGroup;
  people: TeamResponse["members"];
  mayChange: boolean;
}

/** One error: its state and owner, when and where it occurs, its stack, and the breadcrumbs. */
export function ErrorDetails({ group, people, mayChange }: ErrorDetailsProps) {
  const { fingerprint, kinds, firstSeen, firstRelease, lastSeen, lastRelease, count } = group;
  const { scope } = useScope();
  const details = useRoute("POST /query/errors/:fingerprint", {
    params: { fingerprint },
    body: toQueryScope(scope),
  });
  return (
    <div className="grid gap-5 pt-3 pb-6 sm:pl-6">
      <Triage group={group} people={people} mayChange={mayChange} />
      <p className="text-ink-muted text-xs">
        {[
          kinds.join(", "),
          firstAndLastSeen("first", formatInstant(firstSeen), releaseText(firstRelease)),
          firstAndLastSeen("last", formatInstant(lastSeen), releaseText(lastRelease)),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <QueryView query={details} loading={<Skeleton className="h-64" />} className="grid gap-5">
        {({ series, releases, affected, latest }) => (
          <>
            <Links fingerprint={fingerprint} latest={latest} count={count} />
            <TimeSeries series={series} lines={LINES} range={scope.range} releases={releases} height={160} />
            <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[3fr_2fr] [&>*]:min-w-0">
              <ErrorStack lines={latest.stack} />
              <Breadcrumbs
                breadcrumbs={latest.breadcrumbs}
                error={{
                  kind: "error",
                  text: group.message,
                  detail: "",
                  at: latest.at,
                  replay: latest.replay,
                }}
              />
            </div>
            <AffectedLists affected={affected} count={count} />
          </>
        )}
      </QueryView>
    </div>
  );
}

/** Links to the visits in which an error occurred, and to its latest occurrence. */
function Links({
  fingerprint,
  latest,
  count,
}: Pick<ErrorGroup, "fingerprint" | "count"> & Pick<ErrorDetailsResponse, "latest">) {
  const hrefOf = useScreenHref();
  const { messageId, browser, replay } = latest;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      {replay && <TextLink href={replayMomentHref(replay)}>Replay of the latest</TextLink>}
      <TextLink href={hrefOf("/replays", { error: fingerprint })}>Replays with this error</TextLink>
      <TextLink href={hrefOf("/events", { error: fingerprint })}>
        {count === 1 ? "Its event" : `All ${formatCount(count)} events`}
      </TextLink>
      {messageId !== null && (
        <TextLink href={`/events/${encodeURIComponent(messageId)}`}>
          Latest event{browser && ` (${browser})`}
        </TextLink>
      )}
    </p>
  );
}

function releaseText(id: string): string {
  return id && `release ${shortRelease(id)}`;
}
