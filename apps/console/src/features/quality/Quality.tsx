import { type ExclusionReason, formatCount, formatCounted, formatFineShare } from "@marquee/contract";
import { type DecisionPoint, may, type QualityResponse, type ReasonCount } from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import { type DateRangeName, useDateRange } from "../../shared/address/range.ts";
import { toPeriod } from "../../shared/address/toQuestion.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { type SeriesLine, TimeSeries } from "../../shared/charts/TimeSeries.tsx";
import { type Figure, Figures } from "../../shared/figures/Figures.tsx";
import { RankedBars, type RankedRow } from "../../shared/figures/RankedBars.tsx";
import { DateRangePicker } from "../../shared/filters/DateRangePicker.tsx";
import { formatShare } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { Limited } from "./Limited.tsx";
import { Samples } from "./Samples.tsx";
import { Spool } from "./Spool.tsx";

interface DecisionsProps {
  decisions: readonly DecisionPoint[];
  range: DateRangeName;
}

const LINES: readonly SeriesLine<DecisionPoint>[] = [
  { name: "Granted", color: "leaf", isArea: true, value: ({ granted }) => granted },
  { name: "Denied", color: "clay", value: ({ denied }) => denied },
  { name: "Undecided", color: "control", value: ({ undecided }) => undecided },
];

const REFRESH_INTERVAL = 15_000;

/** What happened to the events that were sent: accepted, duplicate, rejected, rate-limited or waiting. */
export function Quality({ title, account }: ScreenProps) {
  const range = useDateRange();
  const quality = useRoute(
    "POST /query/quality",
    { body: toPeriod(range) },
    { refetchInterval: REFRESH_INTERVAL, placeholderData: keepPreviousData },
  );
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
            <div className="grid gap-8 lg:grid-cols-2">
              <RankedBars
                title="Rejected events by reason"
                nameHeader="Reason"
                countHeader="Events"
                tone="clay"
                hint="Events that failed validation (the sender was told why), or that the event store can't read. Samples are below."
                rows={data.rejected.map(toRow)}
                none="No rejected events in this date range."
              />
              <RankedBars
                title="Bots by reason"
                nameHeader="Reason"
                countHeader="Events"
                tone="clay"
                hint="Stored events that are excluded from all metrics about people."
                rows={data.bots.map((row) => ({
                  ...toRow(row),
                  href: `/events?${new URLSearchParams({ range, bot: row.reason })}`,
                }))}
                none="No bots detected in this date range."
              />
              <RankedBars
                title="Excluded by sender"
                nameHeader="Reason"
                countHeader="Events"
                hint={`Valid events of your team, counted but not stored. ${excludedRecordsText(data)}`}
                rows={data.excluded.map(({ reason, count }) => ({
                  key: reason,
                  label: EXCLUSION_NAMES[reason as ExclusionReason] ?? reason,
                  count,
                }))}
                none="Nobody was excluded in this date range."
              />
              <RankedBars
                title="Lost in browsers"
                nameHeader="Reason"
                countHeader="Events"
                tone="clay"
                hint="Events that consented visitors' browsers dropped or retried."
                rows={data.client.map(toRow)}
                none="No losses reported in this date range."
              />
            </div>
            <Limited data={data} range={range} />
            <ConsentDecisions decisions={data.decisions} range={range} />
            <Samples samples={data.samples} maySee={may(account.role, "seePeople")} />
          </>
        )}
      </QueryView>
    </>
  );
}

const EXCLUSION_NAMES: Record<ExclusionReason, string> = {
  signed_in: "Signed in to the console",
  opted_out: "Opted out with the link",
  address: "Listed address",
};

function excludedRecordsText({ excludedRecords }: QualityResponse): string {
  if (excludedRecords === 0) return "Choose who is excluded under Site settings.";
  return `${formatCounted(excludedRecords, "recording or RUM record")} ${excludedRecords === 1 ? "was" : "were"} left out too.`;
}

/** The server returns reasons in snake_case. */
function toRow({ reason, count }: ReasonCount): RankedRow {
  return { key: reason, label: reason.replaceAll("_", " "), count };
}

/** Totals of the date range. */
function figuresOf({ accepted, duplicates, busy, rejected: reasons }: QualityResponse): Figure[] {
  const rejected = reasons.reduce((sum, { count }) => sum + count, 0);
  const sent = accepted + duplicates + rejected;
  const share = (count: number) => (sent === 0 ? "" : `${formatFineShare(count / sent)} of what was sent`);
  return [
    {
      name: "Accepted",
      counts: "Acknowledged and stored events, without duplicates. Includes bots.",
      value: formatCount(accepted),
      note: share(accepted),
    },
    {
      name: "Duplicates dropped",
      counts:
        "Events with a message ID already seen in the last day. Resending is harmless: only the first one is stored.",
      value: formatCount(duplicates),
      note: share(duplicates),
    },
    {
      name: "Rejected",
      counts: "Events that failed validation, or that the event store can't read. They were not stored.",
      value: formatCount(rejected),
      note: share(rejected),
    },
    {
      name: "Rate-limited",
      counts: "Requests that got a 429 or 503. The sender keeps the events and retries.",
      value: formatCount(busy),
      note: "requests",
    },
  ];
}

/** Pages served by consent decision. Shows which share of traffic the other metrics can include. */
function ConsentDecisions({ decisions, range }: DecisionsProps) {
  const sumOf = (name: "granted" | "denied" | "undecided") =>
    decisions.reduce((sum, point) => sum + point[name], 0);
  const pages = sumOf("granted") + sumOf("denied") + sumOf("undecided");
  return (
    <section>
      <h2 className="font-medium">Consent status of served pages</h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-muted text-xs">
        Every document the server sent, by the visitor's consent decision. Counted anonymously. Client-side
        page changes are not included.
        {pages > 0 && ` ${formatShare(sumOf("granted") / pages)} had consent.`}
      </p>
      {pages === 0 ? (
        <p className="border-hairline border-t py-2">No pages served in this date range.</p>
      ) : (
        <TimeSeries series={decisions} lines={LINES} range={range} height={200} />
      )}
    </section>
  );
}
