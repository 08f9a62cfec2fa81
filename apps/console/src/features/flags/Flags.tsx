import { formatCount } from "@marquee/contract";
import { may, type RemoteFlagProblem } from "@marquee/contract/schema";
import { useState } from "react";
import { useFilters } from "../../shared/address/useFilters.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { AddButton } from "../../shared/ui/IconButton.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Warning } from "../../shared/ui/states.tsx";
import { FlagTable } from "./FlagTable.tsx";
import { FILTER_NAMES, type FilterName, filterFlags, STATE_CHOICES, TYPE_CHOICES } from "./flagFilters.ts";
import { NewFlagDialog } from "./NewFlagDialog.tsx";

/** All flags. The search is in the URL. */
export function Flags({ title, account: { role } }: ScreenProps) {
  const [filters, setFilters] = useFilters(FILTER_NAMES);
  const [isCreating, setCreating] = useState(false);
  const flags = useRoute("GET /flags");
  const set = (name: FilterName) => (value: string) => setFilters({ [name]: value });
  const matchingFlags = filterFlags(flags.data?.flags ?? [], filters);
  return (
    <>
      <ScreenHeader title={title}>
        {may(role, "edit") && (
          <AddButton className="ml-auto" onClick={() => setCreating(true)}>
            New flag
          </AddButton>
        )}
      </ScreenHeader>
      <About mayEdit={may(role, "edit")}>
        Feature flags that the site reads. Changes are live within a second.
      </About>
      <search className="mt-5 grid grid-cols-2 gap-3 md:grid-cols-[1fr_12rem_12rem]">
        <div className="col-span-2 md:col-span-1">
          <FilterText label="Key or description" value={filters.q} onChange={set("q")} />
        </div>
        <FilterSelect
          label="Type"
          all="All types"
          value={filters.type}
          choices={TYPE_CHOICES}
          onChange={set("type")}
        />
        <FilterSelect
          label="Status"
          all="In use"
          value={filters.state}
          choices={STATE_CHOICES}
          onChange={set("state")}
        />
      </search>
      <QueryView query={flags} className="mt-5">
        {(data) => (
          <>
            {data.remoteProblems.length > 0 && <RemoteProblems problems={data.remoteProblems} />}
            {matchingFlags.length === 0 ? (
              <EmptyState title="No matching flags">Remove a filter or create a new flag.</EmptyState>
            ) : (
              <FlagTable flags={matchingFlags} />
            )}
            <ClientKey clientKey={data.clientKey} environment={data.environment} />
          </>
        )}
      </QueryView>
      <NewFlagDialog isOpen={isCreating} onDismiss={() => setCreating(false)} />
    </>
  );
}

function RemoteProblems({ problems }: { problems: readonly RemoteFlagProblem[] }) {
  return (
    <Warning className="mb-5">
      <p className="max-w-prose">
        <strong className="font-medium">
          {problems.length === 1 ? "A rule" : `${formatCount(problems.length)} rules`} from GrowthBook can't
          be used.
        </strong>{" "}
        The site skips them and the rules below them in the same flag.
      </p>
      <ul className="mt-1">
        {problems.map(({ flag, rule, problem }) => (
          <li key={flag} className="wrap-anywhere">
            <code>{flag}</code>: rule {rule} {problem}
          </li>
        ))}
      </ul>
    </Warning>
  );
}

function ClientKey({ clientKey, environment }: { clientKey: string; environment: string }) {
  return (
    <footer className="mt-6 flex flex-wrap items-center gap-x-3 text-ink-muted text-xs">
      <p>
        This server's environment is <strong className="font-medium text-ink">{environment}</strong>. SDKs use
        the client key <code className="text-ink">{clientKey}</code>
      </p>
      <span className="-ml-3.5">
        <CopyButton text={clientKey} label="Copy client key" />
      </span>
    </footer>
  );
}
