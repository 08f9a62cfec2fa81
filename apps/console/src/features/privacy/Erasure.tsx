import { formatCounted } from "@marquee/contract";
import type { ErasureState } from "@marquee/contract/schema";
import { formatInstant, formatPrecise } from "../../shared/format/format.ts";

/** Progress of erasing deleted data from the stores' files. */
export function Erasure({ lastAt, waiting, nextAt, runningSince }: ErasureState) {
  return (
    <section className="mt-10 max-w-3xl">
      <h2 className="font-medium">Erasure from files</h2>
      <p className="mt-1 text-ink-muted text-xs">
        Deleted data disappears from every screen and response immediately. Its bytes are removed from the
        stores' files at night, within 24 hours of the request. To do it now, run{" "}
        <code className="whitespace-nowrap">npm run erase -- --now</code> on the server.
      </p>
      <p role="status" className="mt-3">
        {runningSince !== null ? (
          <>
            Removing deleted data since <Time at={runningSince} />.
          </>
        ) : waiting > 0 ? (
          <>
            {formatCounted(waiting, "deletion")} still to be erased from the files.{" "}
            {nextAt !== null && (
              <>
                Next: <Time at={nextAt} />.
              </>
            )}
          </>
        ) : (
          "No deletions are waiting."
        )}{" "}
        {lastAt !== null && (
          <span className="text-ink-muted">
            Last erased <Time at={lastAt} />.
          </span>
        )}
      </p>
    </section>
  );
}

function Time({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatPrecise(at)}>
      {formatInstant(at)}
    </time>
  );
}
