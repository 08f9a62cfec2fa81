import type { SpoolAnswer } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../shared/api.ts";
import { formatCount } from "../../shared/format.ts";

const REFRESH_INTERVAL = 2000;

/** How many events wait on disk now, and whether they are moved; asked again every two seconds. */
export function Spool() {
  const spool = useQuery({ queryKey: ["spool"], queryFn: api.spool, refetchInterval: REFRESH_INTERVAL });
  return (
    <p className="mt-4 flex min-h-6 gap-x-2">
      <span
        aria-hidden="true"
        className={`mt-1.5 size-2 shrink-0 rounded-full ${spool.data?.isDraining ? "bg-leaf" : "bg-clay"}`}
      />
      {spool.isPending && "Asking how many events wait"}
      {spool.isError && "How many events wait cannot be read just now."}
      {spool.data && <Sentence spool={spool.data} />}
    </p>
  );
}

function Sentence({ spool: { depth, isDraining, lastError } }: { spool: SpoolAnswer }) {
  const waiting = depth === 1 ? "1 event waits" : `${formatCount(depth)} events wait`;
  if (isDraining) {
    return (
      <span>
        <span className="font-medium tabular-nums">{depth === 0 ? "No event waits" : waiting}</span> on its
        way from the server's disk into the event store, which takes them.
      </span>
    );
  }
  return (
    <span>
      <span className="font-medium tabular-nums">{waiting}</span> on the server's disk: the event store takes
      none just now{lastError && ` (${lastError})`}. Nothing is lost; it is tried again by itself.
    </span>
  );
}
