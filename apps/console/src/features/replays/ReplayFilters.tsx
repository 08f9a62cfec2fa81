import type { ReplaysResponse } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { FilterError } from "../../shared/errors/FilterError.tsx";
import { FilterSelect } from "../../shared/filters/FilterSelect.tsx";
import { FilterText } from "../../shared/filters/FilterText.tsx";
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

const GRID = "grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-5";
const FRUSTRATION_CHOICES = [
  ["rage", "Rage clicks"],
  ["dead", "Dead clicks"],
] as const;
const LENGTHS = [
  ["10", "10 seconds or more"],
  ["60", "1 minute or more"],
  ["300", "5 minutes or more"],
  ["900", "15 minutes or more"],
] as const;

const same = (value: string) => [value, value] as const;

/** Everything that replays can be narrowed by; what is chosen stays to be seen where the span has none of it. */
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
        {text("event", "Event", "Part of the name")}
        <FilterError value={values.error} onChange={set("error")} />
        {select("frustration", "Frustration", "With or without", FRUSTRATION_CHOICES)}
        {select("length", "Length", "Any length", LENGTHS)}
        {select("device", "Device", "All devices", (choices?.devices ?? []).map(same))}
        {select("country", "Country", "All countries", (choices?.countries ?? []).map(same))}
        {select("source", "Source", "All sources", (choices?.sources ?? []).map(same))}
        {select("variation", "Saw variation", "Whatever they saw", variations)}
        {text("visitor", "Visitor", "Whole anonymous id")}
      </div>
      {isFiltered(values) && (
        <Button
          variant="tertiary"
          size="sm"
          className="-ml-3.5 mt-1"
          onClick={() => onChange(NO_REPLAY_FILTER)}
        >
          Clear the filters
        </Button>
      )}
    </search>
  );
}
