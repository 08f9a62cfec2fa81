import { formatCount } from "@marquee/contract";
import type { PersonResponse, RequestScope, DeletionState as State } from "@marquee/contract/schema";
import { Link } from "wouter";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatPrecise } from "../../shared/format/format.ts";
import { PersonActions } from "../../shared/privacy/PersonActions.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { LinkedNames } from "./LinkedNames.tsx";

interface PersonProps {
  id: string;
  scope: RequestScope;
}

const REFRESH_INTERVAL = 2000;

/** A person's stored data and its actions. Follows a deletion until it completes. */
export function Person({ id, scope }: PersonProps) {
  const person = useRoute(
    "GET /privacy-requests/person",
    { query: { id, scope } },
    {
      refetchInterval: ({ state }) => (state.data?.deletion?.completedAt === null ? REFRESH_INTERVAL : false),
    },
  );
  return (
    <section aria-label="Stored data" className="mt-6 max-w-3xl">
      <QueryView query={person} loading={<Skeleton className="h-56" />}>
        {(data) => (
          <>
            {data.deletion && <DeletionState deletion={data.deletion} />}
            <StoredData person={data} />
            <Seen id={id} person={data} />
            <LinkedNames id={id} person={data} isExact={scope === "name"} />
            <PersonActions id={id} scope={scope} person={data} onChanged={() => person.refetch()} />
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
    ["Leads", person.leads, "submitted forms"],
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

/**
 * When the person's first and last event happened, with a link to the events under a name that the event search
 * accepts.
 */
function Seen({ id, person: { names, firstSeen, lastSeen } }: { id: string; person: PersonResponse }) {
  if (firstSeen === null || lastSeen === null) return <p className="mt-3 text-ink-muted">No events.</p>;
  const searched = names.userIds[0] ?? names.browsers[0]?.id ?? id;
  return (
    <p className="wrap-anywhere mt-3">
      First seen {formatPrecise(firstSeen)}, last {formatPrecise(lastSeen)}.{" "}
      <Link href={`/events?${new URLSearchParams({ range: "all", person: searched })}`} className="underline">
        Events of the last 90 days
      </Link>
    </p>
  );
}

/** Progress of a deletion, updated live. */
function DeletionState({ deletion: { requestedAt, completedAt, erasedAt } }: { deletion: State }) {
  return (
    <p role="status" className="mb-4 border-leaf border-l-4 bg-leaf-soft px-3 py-2">
      {completedAt === null ? (
        <>
          Deleting since {formatPrecise(requestedAt)}. Late and queued events are deleted too. This takes up
          to a minute.
        </>
      ) : (
        <>
          Deleted {formatPrecise(completedAt)}
          {erasedAt !== null && <>, erased from the stores’ files {formatPrecise(erasedAt)}</>}. Anything
          below arrived later or is kept as proof.
        </>
      )}
    </p>
  );
}
