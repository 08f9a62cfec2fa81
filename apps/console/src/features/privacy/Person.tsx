import type { PersonResponse, DeletionState as State } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { request } from "../../shared/api/request.ts";
import { formatCount, formatPrecise } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { Skeleton, Warning } from "../../shared/ui/states.tsx";
import { PersonActions } from "./PersonActions.tsx";

interface PersonProps {
  id: string;
  /** Whether the signed-in account may export and delete data. */
  mayAct: boolean;
}

const REFRESH_INTERVAL = 2000;

/** A person's stored data and its actions. Follows a deletion until it completes. */
export function Person({ id, mayAct }: PersonProps) {
  const person = useQuery({
    queryKey: ["person", id],
    queryFn: () => request("GET /rights/person", { query: { id } }),
    refetchInterval: ({ state }) => (state.data?.deletion?.completedAt === null ? REFRESH_INTERVAL : false),
  });
  return (
    <section aria-label="Stored data" className="mt-6 max-w-3xl">
      <QueryView query={person} loading={<Skeleton className="h-56" />}>
        {(data) => (
          <>
            {data.deletion && <DeletionState deletion={data.deletion} />}
            <StoredData person={data} />
            <Names id={id} person={data} />
            {mayAct ? (
              <PersonActions id={id} person={data} onChanged={() => person.refetch()} />
            ) : (
              <Warning className="mt-5">
                You have view-only access. Ask an editor or owner to export or delete data.
              </Warning>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

function StoredData({ person }: { person: PersonResponse }) {
  const rows = [
    ["Events", person.events, "without duplicates"],
    ["Sessions", person.sessions, "visits derived from events"],
    ["Recordings", person.recordings, "recorded documents"],
    ["Clicks and scrolling", person.interactions, "used for heatmaps"],
    ["RUM", person.monitoring, "events from Datadog's client"],
    ["Rejected events", person.rejectedEvents, "samples, kept for 30 days"],
    ["Consent receipts", person.receipts, "kept as proof, even after deletion"],
    ["Leads", person.leads, "submitted with this email address"],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-6 border-hairline border-y py-2 sm:grid-cols-4">
      {rows.map(([name, count, meaning]) => (
        <div key={name} className="py-2">
          <dt className="text-ink-muted">{name}</dt>
          <dd>
            <span className="font-display font-semibold text-title tabular-nums">{formatCount(count)}</span>
            <span className="block text-ink-muted text-xs">{meaning}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Names({ id, person: { ids, firstSeen, lastSeen } }: { id: string; person: PersonResponse }) {
  const others = ids.filter((each) => each !== id);
  // The event search takes IDs, not email addresses.
  const searched = ids.find((each) => !each.includes("@")) ?? id;
  if (firstSeen === null || lastSeen === null) {
    return <p className="mt-3 text-ink-muted">No events for this ID.</p>;
  }
  return (
    <p className="wrap-anywhere mt-3">
      First seen {formatPrecise(firstSeen)}, last {formatPrecise(lastSeen)}.{" "}
      <Link href={`/events?${new URLSearchParams({ range: "90d", person: searched })}`} className="underline">
        Events of the last 90 days
      </Link>
      {others.length > 0 && (
        <span className="mt-1 block text-ink-muted">Also known as {others.join(", ")}</span>
      )}
    </p>
  );
}

/** Progress of a deletion, updated live. */
function DeletionState({ deletion: { requestedAt, completedAt } }: { deletion: State }) {
  return (
    <p role="status" className="mb-4 border-leaf border-l-4 bg-leaf-soft px-3 py-2">
      {completedAt === null ? (
        <>
          Deleting since {formatPrecise(requestedAt)}. Late and queued events are deleted too. This takes up
          to a minute.
        </>
      ) : (
        <>Deleted {formatPrecise(completedAt)}. Anything below arrived later or is kept as proof.</>
      )}
    </p>
  );
}
