import type { MonitoredChoices } from "@marquee/contract/schema";
import { FilterSelect } from "../../shared/filters/FilterSelect.tsx";
import type { FilterName } from "./monitoringFilters.ts";

interface MonitoringFiltersProps {
  choices: MonitoredChoices;
  values: Record<FilterName, string>;
  onChange: (change: Partial<Record<FilterName, string>>) => void;
}

const FILTERS: readonly { name: FilterName; label: string; all: string; choices: keyof MonitoredChoices }[] =
  [
    { name: "application", label: "Application", all: "All applications", choices: "applications" },
    { name: "service", label: "Service", all: "All services", choices: "services" },
    { name: "environment", label: "Environment", all: "All environments", choices: "environments" },
    { name: "version", label: "Version", all: "All versions", choices: "versions" },
    { name: "view", label: "View", all: "All views", choices: "views" },
  ];

/** What the screen can be narrowed by; what is chosen stays to be seen where the span has none of it. */
export function MonitoringFilters({ choices, values, onChange }: MonitoringFiltersProps) {
  const offered = (name: FilterName, known: readonly string[]) => {
    const chosen = values[name];
    const all = chosen === "" || known.includes(chosen) ? known : [...known, chosen];
    return all.map((value) => [value, value] as const);
  };
  return (
    <search className="mt-5 grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-[repeat(4,minmax(0,10rem))_minmax(0,18rem)]">
      {FILTERS.map(({ name, label, all, choices: known }) => (
        <div key={name} className="last:col-span-2 lg:last:col-span-1">
          <FilterSelect
            {...{ label, all }}
            value={values[name]}
            choices={offered(name, choices[known])}
            onChange={(value) => onChange({ [name]: value })}
          />
        </div>
      ))}
    </search>
  );
}
