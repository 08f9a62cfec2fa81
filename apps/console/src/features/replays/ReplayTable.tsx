import type { ReplaySummary } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { Link } from "wouter";
import { formatCount, formatCounted, formatDuration, formatInstant } from "../../shared/format/format.ts";
import { replayHref } from "./replayFilters.ts";

interface ReplayTableProps {
  replays: readonly ReplaySummary[];
  /** Query string of the list. */
  search: string;
  mayWatch: boolean;
}

const HEAD = "py-2 pr-4 font-medium";
const CELL = "py-2 pr-4 align-top";
const LINK =
  "font-medium tabular-nums underline decoration-hairline underline-offset-4 hover:decoration-current";

/** Recorded sessions as rows; when each began opens it. */
export function ReplayTable({ replays, search, mayWatch }: ReplayTableProps) {
  return (
    <table className="w-full table-fixed text-left">
      <colgroup>
        <col className="w-36" />
        <col className="w-20 max-sm:hidden" />
        <col />
        <col className="w-16 max-md:hidden" />
        <col className="w-36 max-md:hidden lg:w-44" />
        <col className="w-40 max-lg:hidden" />
        <col className="w-52 max-lg:hidden" />
      </colgroup>
      <thead>
        <tr className="border-hairline border-b text-ink-muted text-xs">
          <th className={HEAD}>Began</th>
          <th className={`${HEAD} text-right max-sm:hidden`}>Length</th>
          <th className={HEAD}>First page</th>
          <th className={`${HEAD} text-right max-md:hidden`}>Pages</th>
          <th className={`${HEAD} max-md:hidden`}>Trouble</th>
          <th className={`${HEAD} max-lg:hidden`}>Source</th>
          <th className={`${HEAD} max-lg:hidden`}>Visitor's browser</th>
        </tr>
      </thead>
      <tbody>
        {replays.map((replay) => (
          <tr key={replay.id} className="border-hairline border-b hover:bg-surface-sunken">
            <td className={CELL}>
              {mayWatch ? (
                <Link href={replayHref(replay.id, search)} className={LINK}>
                  {formatInstant(replay.start)}
                </Link>
              ) : (
                <span className="tabular-nums">{formatInstant(replay.start)}</span>
              )}
              <span className="block text-ink-muted text-xs tabular-nums sm:hidden">
                {formatDuration(replay.length)}
              </span>
            </td>
            <td
              className={`${CELL} text-right tabular-nums max-sm:hidden`}
              title={`Active for ${formatDuration(replay.activeTime)}`}
            >
              {formatDuration(replay.length)}
            </td>
            <td className={CELL}>
              <span className="block truncate" title={replay.firstPage}>
                {replay.firstPage}
              </span>
              <span className="block text-ink-muted text-xs tabular-nums">{contentsOf(replay)}</span>
              <span className="mt-1 block md:hidden">
                <Trouble replay={replay} />
              </span>
            </td>
            <td className={`${CELL} text-right tabular-nums max-md:hidden`}>{formatCount(replay.pages)}</td>
            <td className={`${CELL} max-md:hidden`}>
              <Trouble replay={replay} />
            </td>
            <td className={`${CELL} truncate max-lg:hidden`}>{replay.source}</td>
            <td className={`${CELL} truncate text-ink-muted max-lg:hidden`}>
              {[replay.browser, replay.device, replay.country].filter(Boolean).join(" · ")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function contentsOf({ events, recordings }: ReplaySummary): string {
  const parts = [formatCounted(events, "event")];
  if (recordings > 1) parts.push(formatCounted(recordings, "page load"));
  return parts.join(", ");
}

function Trouble({ replay: { errors, rageClicks, deadClicks } }: { replay: ReplaySummary }) {
  if (errors + rageClicks + deadClicks === 0)
    return <span className="text-ink-muted max-md:hidden">none</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {errors > 0 && <Badge tone="clay">{formatCounted(errors, "error")}</Badge>}
      {rageClicks > 0 && <Badge tone="sun">{formatCounted(rageClicks, "rage click")}</Badge>}
      {deadClicks > 0 && <Badge>{formatCounted(deadClicks, "dead click")}</Badge>}
    </span>
  );
}
