import type { SpeedAnswer } from "@marquee/contract/schema";
import { FilterSelect } from "../../shared/filters/FilterSelect.tsx";
import type { SpeedFilterName } from "./filters.ts";

interface SpeedFiltersProps extends Pick<SpeedAnswer, "devices" | "countries" | "variations"> {
  values: Record<SpeedFilterName, string>;
  onChange: (change: Partial<Record<SpeedFilterName, string>>) => void;
}

const same = (value: string) => [value, value] as const;

/** What page views can be narrowed by; what is chosen stays to be seen where the span has none of it. */
export function SpeedFilters({ values, devices, countries, variations, onChange }: SpeedFiltersProps) {
  const set = (name: SpeedFilterName) => (value: string) => onChange({ [name]: value });
  const withChosen = (choices: readonly (readonly [string, string])[], chosen: string) =>
    chosen === "" || choices.some(([value]) => value === chosen) ? choices : [...choices, same(chosen)];
  return (
    <search className="mt-5 grid grid-cols-2 gap-3 md:grid-cols-[10rem_10rem_minmax(0,20rem)]">
      <FilterSelect
        label="Device"
        all="All devices"
        value={values.device}
        choices={withChosen(devices.map(same), values.device)}
        onChange={set("device")}
      />
      <FilterSelect
        label="Country"
        all="All countries"
        value={values.country}
        choices={withChosen(countries.map(same), values.country)}
        onChange={set("country")}
      />
      {(variations.length > 0 || values.variation) && (
        <div className="max-md:col-span-2">
          <FilterSelect
            label="Saw variation"
            all="Whatever they saw"
            value={values.variation}
            choices={withChosen(
              variations.map(({ value, experiment, variation }) => [value, `${experiment}: ${variation}`]),
              values.variation,
            )}
            onChange={set("variation")}
          />
        </div>
      )}
    </search>
  );
}
