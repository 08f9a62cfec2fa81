import { FilterError } from "../../shared/errors/FilterError.tsx";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import type { ReplayFilterName, ReplayFilterValues } from "./replayFilters.ts";

interface ReplayFiltersProps {
  values: ReplayFilterValues;
  onChange: (change: Partial<ReplayFilterValues>) => void;
}

const FRUSTRATION_CHOICES = [
  ["rage", "Rage clicks"],
  ["dead", "Dead clicks"],
] as const;
const LENGTHS = [
  ["10", "At least 10 seconds"],
  ["60", "At least 1 minute"],
  ["300", "At least 5 minutes"],
  ["900", "At least 15 minutes"],
] as const;

/** Filters that only replays have. A selected duration stays visible even if it is not a preset. */
export function ReplayFilters({ values, onChange }: ReplayFiltersProps) {
  const set = (name: ReplayFilterName) => (value: string) => onChange({ [name]: value });
  const { error, frustration, length, visitor } = values;
  const isUsual = length === "" || LENGTHS.some(([value]) => value === length);
  return (
    <search aria-label="Filters of replays" className="mt-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <FilterError value={error} onChange={set("error")} />
      <FilterSelect
        label="Frustration signals"
        all="Any"
        value={frustration}
        choices={FRUSTRATION_CHOICES}
        onChange={set("frustration")}
      />
      <FilterSelect
        label="Duration"
        all="Any duration"
        value={length}
        choices={isUsual ? LENGTHS : [...LENGTHS, [length, `At least ${length} seconds`]]}
        onChange={set("length")}
      />
      <FilterText label="Visitor" value={visitor} placeholder="Full anonymous ID" onChange={set("visitor")} />
    </search>
  );
}
