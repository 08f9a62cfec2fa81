import type { DecisionPoint, Interval, QualityAnswer } from "@marquee/contract/schema";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearch } from "wouter";
import { RangePicker } from "../../shared/address/RangePicker.tsx";
import { RANGES, readRange, toQuery } from "../../shared/address/range.ts";
import { api } from "../../shared/api/api.ts";
import { type Line, SeriesChart } from "../../shared/charts/SeriesChart.tsx";
import { Figure } from "../../shared/figures/Figure.tsx";
import { formatCount, formatFineShare, formatShare } from "../../shared/format/format.ts";
import { ScreenHeader } from "../../shared/ui/ScreenHeader.tsx";
import type { ScreenProps } from "../../shared/ui/screen.types.ts";
import { Failure, Skeleton } from "../../shared/ui/states.tsx";
import { Reasons } from "./Reasons.tsx";
import { Samples } from "./Samples.tsx";
import { Spool } from "./Spool.tsx";

interface DecisionsProps {
  decisions: readonly DecisionPoint[];
  interval: Interval;
}

const REFRESH_INTERVAL = 15_000;

/** What became of all that was sent: taken, refused, dropped, left out, or waiting. */
export function Quality({ title }: ScreenProps) {
  const range = readRange(useSearch());
  const quality = useQuery({
    queryKey: ["quality", range],
    queryFn: () => api.quality(toQuery(range, new Date())),
    refetchInterval: REFRESH_INTERVAL,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ScreenHeader title={title}>
        <RangePicker />
      </ScreenHeader>
      <Spool />
      {quality.isPending && <Skeleton className="mt-8 h-96" />}
      {quality.isError && !quality.data && (
        <Failure error={quality.error} onRetry={() => quality.refetch()} />
      )}
      {quality.data && (
        <div className="mt-5 grid gap-10" aria-busy={quality.isPlaceholderData}>
          <QualityFigures quality={quality.data} />
          <div className="grid gap-8 lg:grid-cols-3">
            <Reasons
              title="Refused, by reason"
              counts="Events that broke a rule of size, depth or shape. Their sender was told which; samples are below."
              rows={quality.data.rejected}
              none="Nothing was refused in this span."
            />
            <Reasons
              title="Machines, by what gave them away"
              counts="Events that are kept but left out of every figure of people."
              rows={quality.data.machines}
              hrefFor={(reason) => `/events?${new URLSearchParams({ range, bot: reason })}`}
              none="No machine was recognised in this span."
            />
            <Reasons
              title="Reported by browsers"
              counts="What visitors' browsers say they had to give up or try again, after agreeing."
              rows={quality.data.client}
              none="No browser reported a loss in this span."
            />
          </div>
          <Decisions decisions={quality.data.decisions} interval={RANGES[range].interval} />
          <Samples samples={quality.data.samples} />
        </div>
      )}
    </>
  );
}

/** The span in four figures. */
function QualityFigures({ quality }: { quality: QualityAnswer }) {
  const { accepted, duplicates, busy } = quality;
  const rejected = quality.rejected.reduce((sum, { count }) => sum + count, 0);
  const sent = accepted + duplicates + rejected;
  const share = (count: number) => (sent === 0 ? "" : `${formatFineShare(count / sent)} of what was sent`);
  return (
    <dl className="grid grid-cols-2 divide-hairline border-hairline max-sm:gap-x-4 border-y lg:grid-cols-4 lg:divide-x sm:max-lg:[&>*:nth-child(3)]:pl-0">
      <Figure
        name="Taken"
        counts="Events that were acknowledged and kept, each message id once. Machines are among them."
        value={formatCount(accepted)}
        note={share(accepted)}
      />
      <Figure
        name="Copies dropped"
        counts="Events that came again under a message id of the last day. Resending is harmless: the first one is kept."
        value={formatCount(duplicates)}
        note={share(duplicates)}
      />
      <Figure
        name="Refused"
        counts="Events that broke a rule and were not kept, whatever the reason."
        value={formatCount(rejected)}
        note={share(rejected)}
      />
      <Figure
        name="Asked to wait"
        counts="Requests that were answered with 429 or 503. Their events stay with the sender, which tries again."
        value={formatCount(busy)}
        note="requests"
      />
    </dl>
  );
}

/** Pages that were served, by what the visitor had decided until then: how many of them the other figures can know of. */
function Decisions({ decisions, interval }: DecisionsProps) {
  const starts = useMemo(() => decisions.map(({ start }) => start), [decisions]);
  const lines = useMemo<Line[]>(
    () => [
      { name: "Granted", color: "leaf", isArea: true, values: decisions.map(({ granted }) => granted) },
      { name: "Denied", color: "clay", values: decisions.map(({ denied }) => denied) },
      { name: "Undecided", color: "control", values: decisions.map(({ undecided }) => undecided) },
    ],
    [decisions],
  );
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
        <SeriesChart starts={starts} lines={lines} interval={interval} height={200} />
      )}
    </section>
  );
}
