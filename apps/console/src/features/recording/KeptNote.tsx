import type { RecordingKeptAnswer } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../shared/api.ts";
import { formatCounted, formatMegabytes, formatPrecise } from "../../shared/format.ts";
import { Failure, Skeleton } from "../../shared/states.tsx";

/** How long recordings are kept, and what is kept of the pages that they show. */
export function KeptNote() {
  const kept = useQuery({ queryKey: ["recording", "kept"], queryFn: api.recordingKept });
  return (
    <section className="mt-12">
      <h2 className="font-semibold">What is kept</h2>
      {kept.isPending && <Skeleton className="mt-2 h-16" />}
      {kept.isError && <Failure error={kept.error} onRetry={() => kept.refetch()} />}
      {kept.data && <Kept kept={kept.data} />}
    </section>
  );
}

function Kept({ kept: { retentionDays, archive } }: { kept: RecordingKeptAnswer }) {
  return (
    <div className="mt-2 grid gap-2 border-hairline border-t py-2 text-ink-muted">
      <p>
        {retentionDays === null
          ? "Recordings, clicks and monitoring are kept for ever (REPLAY_RETENTION_DAYS is 0)."
          : `Recordings, clicks and monitoring are kept for ${formatCounted(retentionDays, "day")} (REPLAY_RETENTION_DAYS).`}
      </p>
      <p>
        The archive of pages as they were served holds {formatCounted(archive.files, "file")},{" "}
        {formatMegabytes(archive.bytes)}. Each stays until {formatCounted(archive.graceDays, "day")} after it
        was served last, and as long as a recording, a heatmap, an error or one of the two latest releases
        needs it. {prunedText(archive.lastPruning)}
      </p>
    </div>
  );
}

function prunedText(last: RecordingKeptAnswer["archive"]["lastPruning"]): string {
  if (!last) return "It is looked through once a day.";
  const removed =
    last.files === 0
      ? "nothing had to go"
      : `${formatCounted(last.files, "file")} went, ${formatMegabytes(last.bytes)}`;
  return `Looked through last on ${formatPrecise(last.at)}: ${removed}.`;
}
