import type { HeatmapResponse } from "@marquee/contract/schema";
import { FilterSelect } from "../../shared/filters/FilterSelect.tsx";
import { bandChoices, shownChoices, shownText } from "./choiceNames.ts";
import type { ChangeFilters, HeatmapFilterName, HeatmapFilters as Values } from "./heatmapFilters.ts";

interface HeatmapFiltersProps {
  answer: HeatmapResponse;
  values: Values;
  onChange: ChangeFilters;
}

type Choices = readonly (readonly [string, string])[];

const same = (value: string) => [value, value] as const;

/**
 * Filter options of the heatmap. A selected option stays visible even if the date range has no data for it.
 */
export function HeatmapFilters({ answer, values, onChange }: HeatmapFiltersProps) {
  const { devices, countries, variations, shown, band } = answer;
  const select = (
    name: HeatmapFilterName,
    options: { label: string; all: string; choices: Choices; value?: string },
  ) => (
    <FilterSelect
      value={values[name]}
      {...options}
      choices={withChosen(options.choices, options.value ?? values[name])}
      onChange={(value) => onChange({ [name]: value, ...(name === "element" ? {} : { element: "" }) })}
    />
  );
  const versions = shownChoices(answer);
  const others = versions.filter(([value]) => value !== shown);
  const share = shownText(answer);
  return (
    <search>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]">
        {select("shown", { label: "Version", all: "Most used", choices: versions, value: shown })}
        {(others.length > 0 || values.with) &&
          select("with", { label: "Compare with", all: "Nothing", choices: others })}
        {select("band", {
          label: "Window size",
          all: "Most used",
          choices: bandChoices(answer),
          value: String(band),
        })}
        {select("device", { label: "Device", all: "All devices", choices: devices.map(same) })}
        {select("country", { label: "Country", all: "All countries", choices: countries.map(same) })}
        {(variations.length > 0 || values.variation) &&
          select("variation", {
            label: "Variation seen",
            all: "Any variation",
            choices: variations.map(
              ({ value, experiment, variation }) => [value, `${experiment}: ${variation}`] as const,
            ),
          })}
      </div>
      {share && <p className="mt-2 text-ink-muted text-xs tabular-nums">{share}</p>}
    </search>
  );
}

function withChosen(choices: Choices, chosen: string): Choices {
  return chosen === "" || choices.some(([value]) => value === chosen) ? choices : [...choices, same(chosen)];
}
