import { formatBytes, formatCounted, type LimitReason } from "@marquee/contract";
import type { LimitedPoint, QualityResponse } from "@marquee/contract/schema";
import type { DateRangeName } from "../../shared/address/range.ts";
import { type SeriesLine, TimeSeries } from "../../shared/charts/TimeSeries.tsx";
import { RankedBars, type RankedRow } from "../../shared/figures/RankedBars.tsx";

const REASON_NAMES: Record<LimitReason, string> = {
  network_bytes: "Hourly bytes of a network",
  network_events: "Hourly events of a network",
  day: "Daily budget",
  disk: "No room on the disk",
};

const LINES: readonly SeriesLine<LimitedPoint>[] = [
  { name: "Events", color: "clay", isArea: true, value: ({ events }) => events },
  { name: "Recordings", color: "iris", value: ({ recordings }) => recordings },
];

interface LimitedProps {
  data: Pick<QualityResponse, "limited" | "limitedSeries" | "cutNetworks">;
  range: DateRangeName;
}

/** Requests over a budget, or rejected for lack of disk space: why, how many bytes, and when. */
export function Limited({ data: { limited, limitedSeries, cutNetworks }, range }: LimitedProps) {
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <RankedBars
        title="Rejected requests by limit"
        nameHeader="Limit"
        countHeader="Requests"
        tone="clay"
        hint={`Requests over a budget, or with no room on the disk. Senders keep their contents and retry. ${networksText(cutNetworks)}`}
        rows={limited.map(toRow)}
        none="No requests were rejected by a limit in this date range."
      />
      {limited.length > 0 && (
        <section className="min-w-0">
          <h2 className="font-medium">Rejected requests over time</h2>
          <p className="mt-1 mb-3 text-ink-muted text-xs">
            By content: recordings are rejected before events.
          </p>
          <TimeSeries series={limitedSeries} lines={LINES} range={range} height={200} />
        </section>
      )}
    </div>
  );
}

function networksText(count: number): string {
  if (count === 0) return "No networks were over their budget.";
  return `${formatCounted(count, "network")} ${count === 1 ? "was" : "were"} over a budget, each counted once a day; addresses are not kept.`;
}

function toRow({ reason, kind, requests, bytes }: QualityResponse["limited"][number]): RankedRow {
  return {
    key: `${reason} ${kind}`,
    label: REASON_NAMES[reason],
    note: `${kind}, ${formatBytes(bytes)}`,
    count: requests,
  };
}
