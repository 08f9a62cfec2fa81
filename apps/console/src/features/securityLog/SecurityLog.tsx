import { SECURITY_KINDS, type SecurityEvent, type SecurityKind } from "@marquee/contract/schema";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { routeKey } from "../../shared/api/useRoute.ts";
import { FilterSelect } from "../../shared/filters/filters.tsx";
import { LoadMore } from "../../shared/query/LoadMore.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { KIND_NAMES } from "./kindNames.ts";
import { SecurityTable } from "./SecurityTable.tsx";

const NAMES = ["kind"] as const;
const CHOICES = SECURITY_KINDS.map((kind) => [kind, KIND_NAMES[kind]] as const);

/**
 * The security log: sign-ins, failed attempts, access to personal data and changes of permissions. For owners
 * only.
 */
export function SecurityLog({ title, account: { role } }: ScreenProps) {
  const [{ kind: typed }, setFilters] = useFilters(NAMES);
  const kind = SECURITY_KINDS.find((each) => each === typed);
  const load = (before: string, signal: AbortSignal) =>
    request("GET /security-log", { query: { ...(kind && { kind }), ...(before && { before }) }, signal });
  const log = useInfiniteQuery({
    queryKey: routeKey("GET /security-log", kind),
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled: role === "owner",
  });
  const events = log.data?.pages.flatMap((page): SecurityEvent[] => page.events) ?? [];
  if (role !== "owner")
    return (
      <>
        <ScreenHeader title={title} />
        <EmptyState title="Only owners see the security log">
          It lists the sign-ins of everyone on the team. To ask about an entry, contact an owner.
        </EmptyState>
      </>
    );
  return (
    <>
      <ScreenHeader title={title} />
      <About>
        Sign-ins, failures, and who used or changed access to people's data. Visitors and networks appear as
        digests: the same digest means the same visitor or network. Entries are kept for 180 days.
      </About>
      <search className="mt-5 grid max-w-64">
        <FilterSelect
          label="Event"
          all="All events"
          value={kind ?? ""}
          choices={CHOICES}
          onChange={(value) => setFilters({ kind: value })}
        />
      </search>
      <QueryView
        query={log}
        loading={<Skeleton className="mt-5 h-64" />}
        empty={() => events.length === 0 && <NoEvents kind={kind} />}
        className="mt-3"
      >
        {() => (
          <>
            <SecurityTable events={events} load={load} />
            <LoadMore list={log} count={events.length} noun="event" />
          </>
        )}
      </QueryView>
    </>
  );
}

function NoEvents({ kind }: { kind: SecurityKind | undefined }) {
  return (
    <EmptyState title={kind ? "No matching entries" : "No entries yet"}>
      {kind ? "Choose another event, or all events." : "The next sign-in appears here."}
    </EmptyState>
  );
}
