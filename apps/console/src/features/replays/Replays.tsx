import { formatCounted } from "@marquee/contract";
import type { ReplayAccess } from "@marquee/contract/schema";
import { Button, Switch } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { Redirect, useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { withMovedFilters } from "../../shared/address/moveFilters.ts";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { isFiltered, useScope } from "../../shared/address/useScope.ts";
import { type RequestBody, request } from "../../shared/api/request.ts";
import { ScopeBar } from "../../shared/filters/ScopeBar.tsx";
import { LoadMore } from "../../shared/query/LoadMore.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { focus } from "../../shared/ui/focus.ts";
import { LinkButton } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, InlineError } from "../../shared/ui/states.tsx";
import { ReplayFilters } from "./ReplayFilters.tsx";
import { ReplayTable } from "./ReplayTable.tsx";
import { hasReplayFilters, NO_REPLAY_FILTER, REPLAY_FILTER_NAMES } from "./replayFilters.ts";
import { useReplays } from "./useReplays.ts";
import { DELETED } from "./watch/DeleteReplay.tsx";

interface WatchAccessProps {
  access: ReplayAccess;
  mayWatch: boolean;
  isOwner: boolean;
}

/** Recorded sessions, filtered. The date range and filters are in the URL. */
export function Replays(props: ScreenProps) {
  const [path] = useLocation();
  const moved = withMovedFilters(path, useSearch());
  return moved === null ? <ReplayList {...props} /> : <Redirect to={moved} replace />;
}

function ReplayList({ title, account: { role } }: ScreenProps) {
  const search = useSearch();
  const { scope } = useScope();
  const [filters, setFilters] = useFilters(REPLAY_FILTER_NAMES);
  const replays = useReplays(filters);
  const { rows, first } = replays;
  const [, navigate] = useLocation();
  const hrefWith = useHrefWith();
  const clear = () => navigate(hrefWith({ ...NO_REPLAY_FILTER, f: "", or: "" }));
  const hasDeleted = useHistoryState() === DELETED;
  return (
    <>
      <ScreenHeader title={title}>
        <ScopeBar hasComparison={false} />
      </ScreenHeader>
      <p className="mt-2 max-w-prose text-ink-muted text-xs">
        What visitors saw and did, but never what they typed. Recorded only after consent.
      </p>
      {hasDeleted && (
        <p ref={focus} role="status" tabIndex={-1} className="mt-3 outline-none">
          Replay deleted.
        </p>
      )}
      {first && !first.mayWatch && <ReplayAccessPanel {...first} isOwner={false} />}
      <ReplayFilters values={filters} onChange={setFilters} />
      <QueryView
        query={replays}
        empty={() =>
          rows.length === 0 && (
            <NoReplays isFiltered={isFiltered(scope) || hasReplayFilters(filters)} onClear={clear} />
          )
        }
        className="mt-5"
      >
        {() => (
          <>
            <ReplayTable
              replays={rows}
              search={search}
              mayWatch={first?.mayWatch ?? false}
              csv={{ loadRows: replays.loadRows }}
            />
            <LoadMore list={replays} count={rows.length} noun="replay" />
          </>
        )}
      </QueryView>
      {first && first.otherRecordings > 0 && (
        <p className="mt-4 text-ink-muted text-xs">
          {formatCounted(first.otherRecordings, "recording")} recorded by Datadog's own client are stored too,
          but can't be played here.
        </p>
      )}
      {first && role === "owner" && <ReplayAccessPanel {...first} isOwner />}
    </>
  );
}

function NoReplays({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No matching replays"
        action={
          <Button variant="secondary" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        Choose a longer date range or remove a filter.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No replays in this date range"
      action={<LinkButton href="/recording">Open recording settings</LinkButton>}
    >
      A sample of consented visitors' sessions is recorded. Raise the sample rate, or add a rule for the pages
      that matter. The next recorded visit appears here within a minute.
    </EmptyState>
  );
}

/** The access setting for owners, or a note for people who can't watch replays. */
function ReplayAccessPanel({ access, mayWatch: canWatch, isOwner }: WatchAccessProps) {
  const change = useMutation({
    mutationFn: (body: RequestBody<"PUT /replays/access">) => request("PUT /replays/access", { body }),
  });
  const { mayViewersWatch } = access;
  if (isOwner) {
    return (
      <section className="mt-10 border-hairline border-t pt-4">
        <h2 className="font-medium">Access</h2>
        <p className="mt-1 mb-3 max-w-prose text-ink-muted text-xs">
          Editors and owners can watch replays. Viewers see the list, and can watch only if you allow it.
        </p>
        <Switch
          label="Let viewers watch replays"
          isOn={mayViewersWatch}
          onChange={(isOn) => change.mutate({ mayViewersWatch: isOn })}
        />
        <InlineError error={change.error} />
      </section>
    );
  }
  if (canWatch) return null;
  return (
    <p className="mt-4 border-sky border-l-4 bg-sky-soft px-3 py-2">
      You can see which sessions were recorded, but not watch them. Ask an owner to let viewers watch replays.
    </p>
  );
}
