import { formatCounted, type Interval, ONE_HOUR, wallClockOf } from "@marquee/contract";
import type { EventSeriesResponse } from "@marquee/contract/schema";
import { Link } from "wouter";
import { type DateRangeName, writeDay } from "../../shared/address/range.ts";
import { useScope } from "../../shared/address/useScope.ts";
import { formatDay, formatRange } from "../../shared/format/format.ts";
import { siteTime } from "../../shared/format/siteTime.ts";

interface EventHistogramProps {
  points: EventSeriesResponse["points"];
  interval: Interval;
}

/** With fewer bars than this, they have a gap between them. */
const FEW = 100;

/** Events by day or hour. A click on a day narrows the date range to it. */
export function EventHistogram({ points, interval }: EventHistogramProps) {
  const { hrefWith } = useScope();
  const most = Math.max(1, ...points.map(({ count }) => count));
  const total = points.reduce((sum, { count }) => sum + count, 0);
  const nameOf = (start: number) =>
    interval === "day" ? formatDay(start) : formatRange({ from: start, to: start + ONE_HOUR });
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure>
      <figcaption className="text-xs">
        <span className="font-medium tabular-nums">{formatCounted(total, "event")}</span>{" "}
        <span className="text-ink-muted">by {interval}</span>
      </figcaption>
      <ul
        className={`mt-2 flex h-20 items-stretch border-hairline border-b ${points.length > FEW ? "" : "gap-px"}`}
      >
        {points.map(({ start, count }) => {
          const name = `${nameOf(start)}: ${formatCounted(count, "event")}`;
          const bar = <Bar share={count / most} />;
          const day = writeDay(wallClockOf(start, siteTime().timeZone));
          return (
            <li key={start} className="min-w-0 flex-1">
              {interval === "day" && points.length > 1 ? (
                <Link
                  href={hrefWith({ range: `${day}..${day}` as DateRangeName })}
                  title={`${name}. Show only this day`}
                  aria-label={name}
                  className="group flex h-full hover:bg-surface-sunken"
                >
                  {bar}
                </Link>
              ) : (
                <span role="img" title={name} aria-label={name} className="group flex h-full">
                  {bar}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {first && last && (
        <p className="mt-1 flex justify-between text-ink-muted text-xs">
          <span>{nameOf(first.start)}</span>
          {first !== last && <span>{nameOf(last.start)}</span>}
        </p>
      )}
    </figure>
  );
}

/** @param share of the highest bar. */
function Bar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" className="h-full w-full" preserveAspectRatio="none" viewBox="0 0 1 1">
      <rect y={1 - share} width="1" height={share} className="fill-leaf/60 group-hover:fill-leaf" />
    </svg>
  );
}
