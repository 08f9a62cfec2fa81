import type { RightsAnswer } from "@marquee/contract/schema";
import { formatCount } from "../../shared/format.ts";

/** How long rows are kept, and where that is set. */
export function Retention({
  retentionDays,
  recordedDays,
}: Pick<RightsAnswer, "retentionDays" | "recordedDays">) {
  return (
    <section className="mt-10 max-w-prose">
      <h2 className="font-medium">How long data is kept</h2>
      <p className="mt-1">
        {retentionDays === null
          ? "Events and sessions are kept until somebody deletes them. "
          : `Events and sessions are dropped ${formatCount(retentionDays)} days after they happened. `}
        {recordedDays === null
          ? "So are recordings, clicks and scrolling for heatmaps, and lines of monitoring. "
          : `Recordings, clicks and scrolling for heatmaps, and lines of monitoring are dropped ${formatCount(recordedDays)} days after they came. `}
        Samples of refused events go after 30 days. The server's environment sets the first two:{" "}
        <code className="rounded-sm bg-surface-sunken px-1">RETENTION_DAYS</code> and{" "}
        <code className="rounded-sm bg-surface-sunken px-1">REPLAY_RETENTION_DAYS</code>, with 0 for ever;
        what was recorded is never kept longer than events.
      </p>
    </section>
  );
}
