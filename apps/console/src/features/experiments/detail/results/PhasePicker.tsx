import type { ExperimentPhase, ExperimentResponse } from "@marquee/contract/schema";
import { SelectField } from "@marquee/ui";
import { useSearch } from "wouter";
import { useFilters } from "../../../../shared/address/useFilters.ts";
import { formatDay } from "../../../../shared/format/format.ts";

const NAMES = ["phase"] as const;

/** A phase by its number, or all of them. */
type ShownPhase = number | "all";

/** The phase in the URL, or the latest one. 0 if the experiment has not run. */
export function useShownPhase({ phase, phases }: Pick<ExperimentResponse, "phase" | "phases">): ShownPhase {
  return readPhase(useSearch(), { phase, phases });
}

/** @param search query string of the URL. */
export function readPhase(
  search: string,
  { phase, phases }: Pick<ExperimentResponse, "phase" | "phases">,
): ShownPhase {
  const param = new URLSearchParams(search).get("phase");
  if (param === "all" && phases.length > 1) return "all";
  return phases.find((each) => String(each.phase) === param)?.phase ?? phase;
}

/** Selects the phase to show, in the URL. Renders nothing for a single phase. */
export function PhasePicker({ phase, phases }: Pick<ExperimentResponse, "phase" | "phases">) {
  const [, setFilters] = useFilters(NAMES);
  const selectedPhase = useShownPhase({ phase, phases });
  if (phases.length < 2) return null;
  return (
    <div className="mb-6 max-w-72">
      <SelectField
        label="Results of"
        value={String(selectedPhase)}
        choices={[
          ...phases.toReversed().map((each) => [String(each.phase), phaseName(each)] as const),
          ["all", "All phases"],
        ]}
        onChange={({ target }) => setFilters({ phase: target.value === String(phase) ? "" : target.value })}
      />
    </div>
  );
}

function phaseName(phase: ExperimentPhase): string {
  return `Phase ${phase.phase}: ${phaseDays(phase)}`;
}

/** When the phase ran: "Jun 1 to Jun 12". */
export function phaseDays({
  startedAt,
  stoppedAt,
}: Pick<ExperimentPhase, "startedAt" | "stoppedAt">): string {
  const [from, to] = [formatDay(startedAt), stoppedAt === null ? "now" : formatDay(stoppedAt)];
  return from === to ? from : `${from} to ${to}`;
}
