import type { ExperimentPhase, ExperimentResponse } from "@marquee/contract/schema";
import { useSearch } from "wouter";
import { useFilters } from "../../../../shared/address/useFilters.ts";
import { SelectField } from "../../../../shared/form/SelectField.tsx";
import { formatDay } from "../../../../shared/format/format.ts";

const NAMES = ["phase"] as const;

/** The phase in the URL, or the latest one. 0 if the experiment has not run. */
export function useShownPhase({ phase, phases }: Pick<ExperimentResponse, "phase" | "phases">): number {
  return readPhase(useSearch(), { phase, phases });
}

/** @param search query string of the URL. */
export function readPhase(
  search: string,
  { phase, phases }: Pick<ExperimentResponse, "phase" | "phases">,
): number {
  const asked = Number(new URLSearchParams(search).get("phase"));
  return phases.some((each) => each.phase === asked) ? asked : phase;
}

/** Selects the phase to show, in the URL. Renders nothing for a single phase. */
export function PhasePicker({ phase, phases }: Pick<ExperimentResponse, "phase" | "phases">) {
  const [, setFilters] = useFilters(NAMES);
  const shown = useShownPhase({ phase, phases });
  if (phases.length < 2) return null;
  return (
    <div className="mb-6 max-w-72">
      <SelectField
        label="Results of"
        value={String(shown)}
        choices={phases.toReversed().map((each) => [String(each.phase), phaseName(each)] as const)}
        onChange={({ target }) => setFilters({ phase: target.value === String(phase) ? "" : target.value })}
      />
    </div>
  );
}

function phaseName({ phase, startedAt, stoppedAt }: ExperimentPhase): string {
  const [from, to] = [formatDay(startedAt), stoppedAt === null ? "now" : formatDay(stoppedAt)];
  return `Phase ${phase}: ${from === to ? from : `${from} to ${to}`}`;
}
