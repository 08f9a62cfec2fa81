import { formatCount } from "../../shared/format.ts";

/** How long rows are kept, and where that is set. */
export function Retention({ days }: { days: number | null }) {
  return (
    <section className="mt-10 max-w-prose">
      <h2 className="font-medium">How long data is kept</h2>
      <p className="mt-1">
        {days === null
          ? "Events and sessions are kept until somebody deletes them. "
          : `Events and sessions are dropped ${formatCount(days)} days after they happened. `}
        Samples of refused events go after 30 days. The server's environment sets it:{" "}
        <code className="rounded-sm bg-surface-sunken px-1">RETENTION_DAYS</code>, with 0 for ever.
      </p>
    </section>
  );
}
