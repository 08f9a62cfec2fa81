import type { ReplaysResponse } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { FilterError } from "../../shared/errors/FilterError.tsx";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import {
  isFiltered,
  NO_REPLAY_FILTER,
  type ReplayFilterName,
  type ReplayFilterValues,
} from "./replayFilters.ts";

interface ReplayFiltersProps {
  values: ReplayFilterValues;
  choices: Pick<ReplaysResponse, "devices" | "countries" | "sources" | "variations"> | undefined;
  onChange: (change: Partial<ReplayFilterValues>) => void;
}

/** The filters under "More filters". */
const MORE: readonly ReplayFilterName[] = ["length", "device", "country", "source", "variation", "visitor"];
const GRID = "grid grid-cols-2 gap-3 lg:grid-cols-4";
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

const same = (value: string) => [value, value] as const;

/** Filter options for replays. A selected option stays visible even if the date range has no data for it. */
export function ReplayFilters({ values, choices, onChange }: ReplayFiltersProps) {
  const set = (name: ReplayFilterName) => (value: string) => onChange({ [name]: value });
  const text = (name: ReplayFilterName, label: string, placeholder: string) => (
    <FilterText label={label} value={values[name]} placeholder={placeholder} onChange={set(name)} />
  );
  const select = (
    name: ReplayFilterName,
    label: string,
    all: string,
    known: readonly (readonly [string, string])[],
  ) => {
    const isKnown = values[name] === "" || known.some(([value]) => value === values[name]);
    const shown = isKnown ? known : [...known, same(values[name])];
    return <FilterSelect label={label} all={all} value={values[name]} choices={shown} onChange={set(name)} />;
  };
  const variations = (choices?.variations ?? []).map(
    ({ value, experiment, variation }) => [value, `${experiment}: ${variation}`] as const,
  );
  return (
    <search className="mt-5 block">
      <div className={GRID}>
        {text("page", "Page visited", "/pricing")}
        {text("event", "Event", "Name contains")}
        <FilterError value={values.error} onChange={set("error")} />
        {select("frustration", "Frustration signals", "Any", FRUSTRATION_CHOICES)}
      </div>
      <details className="mt-3" open={MORE.some((name) => values[name])}>
        <summary className="w-fit py-1 text-ink-muted hover:text-ink">More filters</summary>
        <div className={`${GRID} mt-2`}>
          {select("length", "Duration", "Any duration", LENGTHS)}
          {select("device", "Device", "All devices", (choices?.devices ?? []).map(same))}
          {select("country", "Country", "All countries", (choices?.countries ?? []).map(same))}
          {select("source", "Source", "All sources", (choices?.sources ?? []).map(same))}
          {select("variation", "Variation seen", "Any variation", variations)}
          {text("visitor", "Visitor", "Full anonymous ID")}
        </div>
      </details>
      {isFiltered(values) && (
        <Button
          variant="tertiary"
          size="sm"
          className="-ml-3.5 mt-1"
          onClick={() => onChange(NO_REPLAY_FILTER)}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}
