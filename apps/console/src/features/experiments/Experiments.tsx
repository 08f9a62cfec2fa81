import { EXPERIMENT_STATES } from "@marquee/contract";
import { type ExperimentSummary, may } from "@marquee/contract/schema";
import { useFilters } from "../../shared/address/useFilters.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { LinkButton } from "../../shared/ui/links.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { ExperimentTable } from "./ExperimentTable.tsx";

const FILTER_NAMES = ["q", "state"] as const;
type FilterName = (typeof FILTER_NAMES)[number];

const STATE_NAMES = { draft: "Drafts", running: "Running", stopped: "Stopped" } as const;
const STATE_CHOICES = EXPERIMENT_STATES.map((state) => [state, STATE_NAMES[state]] as const);

/** All experiments. The search is in the URL. */
export function Experiments({ title, account: { role } }: ScreenProps) {
  const [filters, setFilters] = useFilters(FILTER_NAMES);
  const list = useRoute("GET /experiments");
  const all = list.data?.experiments ?? [];
  const matchingExperiments = filterExperiments(all, filters);
  const mayEdit = may(role, "edit");
  return (
    <>
      <ScreenHeader title={title}>
        {mayEdit && all.length > 0 && <NewExperimentLink className="ml-auto" />}
      </ScreenHeader>
      <About mayEdit={mayEdit} ask="Ask an editor to create one.">
        Show some visitors a different version and measure whether it performs better.
      </About>
      <QueryView
        query={list}
        empty={() => all.length === 0 && <FirstExperiment mayEdit={mayEdit} />}
        className="mt-5"
      >
        {() => (
          <>
            <search className="mb-5 grid grid-cols-[1fr_9rem] gap-3 md:grid-cols-[1fr_12rem]">
              <FilterText
                label="Name, key, page or flag"
                value={filters.q}
                onChange={(q) => setFilters({ q })}
              />
              <FilterSelect
                label="Status"
                all="All"
                value={filters.state}
                choices={STATE_CHOICES}
                onChange={(state) => setFilters({ state })}
              />
            </search>
            {matchingExperiments.length === 0 ? (
              <EmptyState title="No matching experiments">Remove a filter or change your search.</EmptyState>
            ) : (
              <ExperimentTable experiments={matchingExperiments} />
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

function FirstExperiment({ mayEdit }: { mayEdit: boolean }) {
  return (
    <EmptyState title="No experiments yet" action={mayEdit && <NewExperimentLink />}>
      {mayEdit
        ? "Start small: change one sentence on a popular page, write down what you expect, and split traffic evenly."
        : "Results appear here once an editor creates an experiment."}
    </EmptyState>
  );
}

function NewExperimentLink({ className }: { className?: string }) {
  return (
    <LinkButton href="/experiments/new" className={className}>
      New experiment
    </LinkButton>
  );
}

/** The experiments that match the filters: running ones first, then the most recently changed. */
export function filterExperiments<Listed extends ExperimentSummary>(
  experiments: readonly Listed[],
  { q, state }: Record<FilterName, string>,
): Listed[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const isAsked = ({ definition, state: experimentState }: ExperimentSummary) => {
    const { key, name, flag, page } = definition;
    const text = `${key} ${name} ${flag} ${page}`.toLowerCase();
    return (state === "" || experimentState === state) && words.every((word) => text.includes(word));
  };
  return experiments.filter(isAsked).sort((a, b) => rank(a) - rank(b) || b.updatedAt - a.updatedAt);
}

function rank({ state }: ExperimentSummary): number {
  return state === "running" ? 0 : 1;
}
