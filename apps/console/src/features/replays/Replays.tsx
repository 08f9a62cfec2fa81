import type { Role } from "@marquee/contract/schema";
import { useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { focus } from "../../shared/focus.ts";
import { formatCounted } from "../../shared/format.ts";
import { LoadMore } from "../../shared/LoadMore.tsx";
import { RangePicker } from "../../shared/RangePicker.tsx";
import { readRange } from "../../shared/range.ts";
import { ScreenHeader } from "../../shared/ScreenHeader.tsx";
import { Failure, Skeleton } from "../../shared/states.tsx";
import { useFilters } from "../../shared/useFilters.ts";
import { NoReplays } from "./NoReplays.tsx";
import { ReplayFilters } from "./ReplayFilters.tsx";
import { ReplayTable } from "./ReplayTable.tsx";
import { isFiltered, NO_REPLAY_FILTER, REPLAY_FILTER_NAMES } from "./replayFilters.ts";
import { useReplays } from "./useReplays.ts";
import { WatchAccess } from "./WatchAccess.tsx";
import { DELETED } from "./watch/DeleteReplay.tsx";

/** Recorded sessions, to be narrowed down to those worth watching. Span and filters live in the address. */
export function Replays({ role }: { role: Role }) {
  const search = useSearch();
  const [filters, setFilters] = useFilters(REPLAY_FILTER_NAMES);
  const replays = useReplays(readRange(search), filters);
  const { found, first } = replays;
  const hasDeleted = useHistoryState() === DELETED;
  return (
    <>
      <ScreenHeader title="Replays">
        <RangePicker />
      </ScreenHeader>
      <p className="mt-2 max-w-prose text-ink-muted text-xs">
        What visitors saw and did, never what they typed. Recorded after consent only.
      </p>
      {hasDeleted && (
        <p ref={focus} role="status" tabIndex={-1} className="mt-3 outline-none">
          The replay is deleted.
        </p>
      )}
      {first && !first.mayWatch && <WatchAccess {...first} isOwner={false} />}
      <ReplayFilters values={filters} choices={first} onChange={setFilters} />
      {replays.isPending && <Skeleton className="mt-5 h-96" />}
      {replays.isError && !replays.data && (
        <Failure error={replays.error} onRetry={() => replays.refetch()} />
      )}
      {replays.isSuccess && found.length === 0 && (
        <NoReplays isFiltered={isFiltered(filters)} onClear={() => setFilters(NO_REPLAY_FILTER)} />
      )}
      {first && found.length > 0 && (
        <div className="mt-5" aria-busy={replays.isPlaceholderData}>
          <ReplayTable replays={found} search={search} mayWatch={first.mayWatch} />
          <LoadMore
            shown={found.length}
            noun="replay"
            hasMore={replays.hasNextPage}
            isLoading={replays.isFetchingNextPage}
            onMore={() => replays.fetchNextPage()}
          />
        </div>
      )}
      {first && first.otherRecordings > 0 && (
        <p className="mt-4 text-ink-muted text-xs">
          {formatCounted(first.otherRecordings, "recording")} of Datadog's own client were kept too; their
          format is not played here.
        </p>
      )}
      {first && role === "owner" && <WatchAccess {...first} isOwner />}
    </>
  );
}
