import { formatCount, formatDays, formatFineShare } from "@marquee/contract";
import type { RetentionWeek } from "@marquee/contract/schema";

/** Weeks after the first one that have a column. */
const COLUMNS = 12;
const ONE_DAY = 24 * 60 * 60 * 1000;

/** Fills from the least to the most. Text stays readable on each: dark on the light ones, light on the dark ones, in both themes. */
const SHADES = [
  { from: 0.4, className: "bg-leaf text-on-leaf" },
  { from: 0.2, className: "bg-leaf/45" },
  { from: 0.1, className: "bg-leaf/30" },
  { from: 0.05, className: "bg-leaf/20" },
  { from: 0.000001, className: "bg-leaf/10" },
] as const;

const shadeOf = (share: number) => SHADES.find(({ from }) => share >= from)?.className ?? "text-ink-muted";

/** Days of a week, as in the site's calendar. */
function weekText(start: string): string {
  const first = Date.parse(start);
  return formatDays(first, first + 6 * ONE_DAY);
}

interface CohortTableProps {
  weeks: readonly RetentionWeek[];
  /** Whether it is on a card, so that the sticky column has the card's color. */
  isOnCard?: boolean;
}

/** New visitors by the week of their first visit, and the share of them that came back in each later week. */
export function CohortTable({ weeks, isOnCard = false }: CohortTableProps) {
  const ground = isOnCard ? "bg-surface" : "bg-background";
  const last = Math.min(COLUMNS, weeks.length - 1);
  const later = Array.from({ length: last }, (_, index) => index + 1);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keyboards could not scroll the table.
    <section className="relative mt-6 overflow-x-auto" tabIndex={0} aria-label="Retention by week">
      <table className="w-full border-separate border-spacing-px text-xs tabular-nums">
        <caption className="sr-only">
          Visitors by week, and the share of new visitors who came back in each later week
        </caption>
        <thead>
          <tr className="text-ink-muted">
            <th scope="col" className={`sticky left-0 py-2 pr-3 text-left font-normal ${ground}`}>
              Week
            </th>
            <th scope="col" className="px-2 text-right font-normal">
              Visitors
            </th>
            <th scope="col" className="px-2 text-right font-normal">
              Returning
            </th>
            <th scope="col" className="px-2 text-right font-normal">
              New
            </th>
            {later.map((week) => (
              <th key={week} scope="col" className="min-w-14 px-2 text-right font-normal">
                <span className="sr-only">Back after week </span>
                <span aria-hidden="true">+</span>
                {week}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ start, isPartial, visitors, newVisitors, retained }, index) => (
            <tr key={start}>
              <th
                scope="row"
                className={`sticky left-0 whitespace-nowrap py-2 pr-3 text-left font-medium ${ground}`}
              >
                {weekText(start)}
                {isPartial && <span className="ml-2 font-normal text-ink-muted">partial</span>}
              </th>
              <td className="px-2 text-right">{formatCount(visitors)}</td>
              <td className="px-2 text-right">{formatCount(visitors - newVisitors)}</td>
              <td className="px-2 text-right font-medium">{formatCount(newVisitors)}</td>
              {later.map((week) => {
                const back = retained[week];
                if (back === undefined) return <td key={week} />;
                const share = newVisitors === 0 ? 0 : back / newVisitors;
                const isSoFar = weeks[index + week]?.isPartial;
                return (
                  <td
                    key={week}
                    title={`${formatCount(back)} of ${formatCount(newVisitors)} came back ${week === 1 ? "a week" : `${week} weeks`} later${isSoFar ? ", so far" : ""}`}
                    className={`px-2 text-right ${newVisitors === 0 || isSoFar ? "text-ink-muted" : shadeOf(share)}`}
                  >
                    {newVisitors === 0 ? "–" : formatFineShare(share)}
                    {isSoFar && newVisitors > 0 && <span className="sr-only"> so far</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {weeks.some(({ isPartial }) => isPartial) && (
        <p className="mt-2 text-ink-muted text-xs">No color: only part of that week is in the date range.</p>
      )}
    </section>
  );
}
