import type { DecisionPoint, Interval, QualityResponse, ReasonCount } from "@marquee/contract/schema";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { DateRangePicker } from "../../shared/address/DateRangePicker.tsx";
import { RANGES, readDateRange, toOverviewQuery } from "../../shared/address/range.ts";
import { request } from "../../shared/api/request.ts";
import { type SeriesLine, TimeSeries } from "../../shared/charts/TimeSeries.tsx";
import { type Figure, Figures } from "../../shared/figures/Figures.tsx";
import { RankedBars, type RankedRow } from "../../shared/figures/RankedBars.tsx";
import { formatCount, formatFineShare, formatShare } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader } from "../../shared/ui/ScreenHeader.tsx";
import type { ScreenProps } from "../../shared/ui/screen.types.ts";
import { Skeleton } from "../../shared/ui/states.tsx";
import { Samples } from "./Samples.tsx";
import { Spool } from "./Spool.tsx";

interface DecisionsProps {
  decisions: readonly DecisionPoint[];
  interval: Interval;
}

const LINES: readonly SeriesLine<DecisionPoint>[] = [
  { name: "Granted", color: "leaf", isArea: true, value: ({ granted }) => granted },
  { name: "Denied", color: "clay", value: ({ denied }) => denied },
  { name: "Undecided", color: "control", value: ({ undecided }) => undecided },
];

const REFRESH_INTERVAL = 15_000;

/** What became of all that was sent: taken, refused, dropped, left out, or waiting. */
export function Quality({ title }: ScreenProps) {
  const range = readDateRange(useSearch());
  const quality = useQuery({
    queryKey: ["quality", range],
    queryFn: () => request("GET /quality", { query: toOverviewQuery(range, new Date()) }),
    refetchInterval: REFRESH_INTERVAL,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ScreenHeader title={title}>
        <DateRangePicker />
      </ScreenHeader>
      <Spool />
      <QueryView query={quality} loading={<Skeleton className="mt-8 h-96" />} className="mt-5 grid gap-10">
        {(data) => (
          <>
            <Figures columns={4} figures={figuresOf(data)} />
            <div className="grid gap-8 lg:grid-cols-3">
              <RankedBars
                title="Refused, by reason"
                nameHeader="Reason"
                countHeader="Events"
                tone="clay"
                hint="Events that broke a rule of size, depth or shape. Their sender was told which; samples are below."
                rows={data.rejected.map(toRow)}
                none="Nothing was refused in this span."
              />
              <RankedBars
                title="Machines, by what gave them away"
                nameHeader="Reason"
                countHeader="Events"
                tone="clay"
                hint="Events that are kept but left out of every figure of people."
                rows={data.machines.map((row) => ({
                  ...toRow(row),
                  href: `/events?${new URLSearchParams({ range, bot: row.reason })}`,
                }))}
                none="No machine was recognised in this span."
              />
              <RankedBars
                title="Reported by browsers"
                nameHeader="Reason"
                countHeader="Events"
                tone="clay"
                hint="What visitors' browsers say they had to give up or try again, after agreeing."
                rows={data.client.map(toRow)}
                none="No browser reported a loss in this span."
              />
            </div>
            <ConsentDecisions decisions={data.decisions} interval={RANGES[range].interval} />
            <Samples samples={data.samples} />
          </>
        )}
      </QueryView>
    </>
  );
}

/** The server names reasons as code does. */
function toRow({ reason, count }: ReasonCount): RankedRow {
  return { key: reason, label: reason.replaceAll("_", " "), count };
}

/** The span in four figures. */
function figuresOf({ accepted, duplicates, busy, rejected: reasons }: QualityResponse): Figure[] {
  const rejected = reasons.reduce((sum, { count }) => sum + count, 0);
  const sent = accepted + duplicates + rejected;
  const share = (count: number) => (sent === 0 ? "" : `${formatFineShare(count / sent)} of what was sent`);
  return [
    {
      name: "Taken",
      counts: "Events that were acknowledged and kept, each message id once. Machines are among them.",
      value: formatCount(accepted),
      note: share(accepted),
    },
    {
      name: "Copies dropped",
      counts:
        "Events that came again under a message id of the last day. Resending is harmless: the first one is kept.",
      value: formatCount(duplicates),
      note: share(duplicates),
    },
    {
      name: "Refused",
      counts: "Events that broke a rule and were not kept, whatever the reason.",
      value: formatCount(rejected),
      note: share(rejected),
    },
    {
      name: "Asked to wait",
      counts:
        "Requests that were answered with 429 or 503. Their events stay with the sender, which tries again.",
      value: formatCount(busy),
      note: "requests",
    },
  ];
}

/** Pages that were served, by what the visitor had decided until then: how many of them the other figures can know of. */
function ConsentDecisions({ decisions, interval }: DecisionsProps) {
  const sumOf = (name: "granted" | "denied" | "undecided") =>
    decisions.reduce((sum, point) => sum + point[name], 0);
  const pages = sumOf("granted") + sumOf("denied") + sumOf("undecided");
  return (
    <section>
      <h2 className="font-medium">Consent of the pages served</h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-muted text-xs">
        Every document the server gave out, by what its visitor had decided. Counted without looking at who it
        was; a page that changes without a new document is not counted.
        {pages > 0 && ` ${formatShare(sumOf("granted") / pages)} may be measured.`}
      </p>
      {pages === 0 ? (
        <p className="border-hairline border-t py-2">No page was served in this span.</p>
      ) : (
        <TimeSeries series={decisions} lines={LINES} interval={interval} height={200} />
      )}
    </section>
  );
}
