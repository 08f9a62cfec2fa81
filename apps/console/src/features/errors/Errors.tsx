import { capitalize, formatCounted } from "@marquee/contract";
import { type ErrorsResponse, may, NO_OWNER, type TeamResponse } from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { toQueryScope } from "../../shared/address/toQuestion.ts";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { isFiltered, useScope } from "../../shared/address/useScope.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import { ScopeBar } from "../../shared/filters/ScopeBar.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { ErrorDetails } from "./ErrorDetails.tsx";
import { ErrorList } from "./ErrorList.tsx";
import { FILTER_NAMES, readState, STATE_CHOICES, type StateChoice } from "./errorFilters.ts";

/** Errors of the site's pages and of applications with Datadog's client, grouped. All choices are in the URL. */
export function Errors({ title, account }: ScreenProps) {
  const { scope } = useScope();
  const [{ state: stateParam, owner, text }, setFilters] = useFilters(FILTER_NAMES);
  const state = readState(stateParam);
  const chosen = { ...(state !== "all" && { state }), ...(owner && { owner }), ...(text && { text }) };
  const errors = useRoute(
    "POST /query/errors",
    { body: { ...toQueryScope(scope), ...chosen } },
    { placeholderData: keepPreviousData },
  );
  const people = useRoute("GET /team");
  const everyone = people.data?.members ?? [];
  const isNarrowed = text !== "" || owner !== "" || isFiltered(scope);
  return (
    <>
      <ScreenHeader title={title}>
        <ScopeBar hasComparison={false} />
      </ScreenHeader>
      <QueryView query={errors} loading={<Loading />} className="mt-5 grid gap-4">
        {({ groups, hasMore, counts }) => (
          <>
            <Headline groups={groups} counts={counts} />
            <div className="grid items-end gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-[1fr_12rem_16rem]">
              <div className="min-w-0 sm:max-lg:col-span-2">
                <StateTabs chosen={state} counts={counts} />
              </div>
              <OwnerFilter
                people={everyone}
                value={owner}
                onChange={(value) => setFilters({ owner: value })}
              />
              <FilterText
                label="Search"
                placeholder="Message, file or path"
                value={text}
                onChange={(value) => setFilters({ text: value })}
              />
            </div>
            {groups.length === 0 ? (
              <NoErrors state={state} counts={counts} isNarrowed={isNarrowed} />
            ) : (
              <ErrorList
                groups={groups}
                hasMore={hasMore}
                details={(group) => (
                  <ErrorDetails group={group} people={everyone} mayChange={may(account.role, "edit")} />
                )}
              />
            )}
          </>
        )}
      </QueryView>
      <p className="mt-6 max-w-prose text-ink-muted text-xs">
        Uncaught and reported errors from visitors who consented, collected by this site's own library and
        Datadog's client, each counted once. Bots and known customers are excluded.
      </p>
    </>
  );
}

/** How many errors are open, and whether any came back after it was resolved. */
function Headline({ groups, counts }: Pick<ErrorsResponse, "groups" | "counts">) {
  const returned = groups.filter(({ status }) => status.reopened !== null).length;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="font-display font-semibold text-[1.75rem] leading-tight">
        {formatCounted(counts.open, "open error")}
      </span>
      {returned > 0 && (
        <span className="text-clay">
          {returned === 1 ? "One of them came back" : `${returned} of them came back`} after it was resolved
        </span>
      )}
    </p>
  );
}

function StateTabs({ chosen, counts }: { chosen: StateChoice; counts: ErrorsResponse["counts"] }) {
  const hrefWith = useHrefWith();
  const all = counts.open + counts.resolved + counts.ignored;
  const tabs = STATE_CHOICES.map((state) => ({
    href: hrefWith({ state: state === "open" ? "" : state, open: "" }),
    name: `${capitalize(state)} ${state === "all" ? all : counts[state]}`,
    isChosen: state === chosen,
  }));
  return <LinkTabs label="State" tabs={tabs} />;
}

interface OwnerFilterProps {
  people: TeamResponse["members"];
  value: string;
  onChange: (value: string) => void;
}

function OwnerFilter({ people, value, onChange }: OwnerFilterProps) {
  const choices = [[NO_OWNER, "Nobody"] as const, ...people.map(({ id, email }) => [id, email] as const)];
  return <FilterSelect label="Owner" all="Anyone" value={value} choices={choices} onChange={onChange} />;
}

interface NoErrorsProps {
  state: StateChoice;
  counts: ErrorsResponse["counts"];
  isNarrowed: boolean;
}

function NoErrors({ state, counts, isNarrowed }: NoErrorsProps) {
  if (isNarrowed)
    return (
      <EmptyState title="No matching errors">
        Choose another state or owner, a longer date range, or remove a filter.
      </EmptyState>
    );
  if (state === "open" && counts.resolved + counts.ignored > 0)
    return (
      <EmptyState title="No open errors">
        Every error in this date range is resolved or ignored. A resolved error reopens if it occurs in a
        later release.
      </EmptyState>
    );
  if (state !== "open" && counts.open > 0)
    return (
      <EmptyState title={`No ${state} errors`}>
        Open an error to resolve it, ignore it or give it an owner.
      </EmptyState>
    );
  return (
    <EmptyState title="No errors in this date range">
      Errors of visitors who consented appear here within seconds. To see one, open the site in a private
      window (browsers signed in here aren't counted), accept analytics and run{" "}
      <code className="wrap-anywhere">setTimeout(() =&gt; {"{ throw Error('test') }"})</code> in the browser's
      console.
    </EmptyState>
  );
}

function Loading() {
  return (
    <div className="mt-5 grid gap-4">
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-12" />
      <Skeleton className="h-80" />
    </div>
  );
}
