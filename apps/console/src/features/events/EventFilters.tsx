import type { EventFilter } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { FilterError } from "../../shared/errors/FilterError.tsx";
import { KINDS, readKind, TYPES } from "../../shared/events/eventChoices.ts";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";

export const FILTER_NAMES = [
  "type",
  "event",
  "path",
  "error",
  "person",
  "messageId",
  "country",
  "device",
  "variation",
  "audience",
  "kind",
  "bot",
] as const;
type FilterName = (typeof FILTER_NAMES)[number];

interface EventFiltersProps {
  values: Record<FilterName, string>;
  onChange: (change: Partial<Record<FilterName, string>>) => void;
}

const AUDIENCES = [
  ["visitor", "Visitors"],
  ["customer", "Customers"],
] as const;
/** The most used filters. The rest are under "More filters". */
const OFTEN = new Set<FilterName>(["type", "event", "path", "person"]);
const MORE = FILTER_NAMES.filter((name) => !OFTEN.has(name));
const GRID = "grid grid-cols-2 gap-3 lg:grid-cols-4";
const NONE = Object.fromEntries(FILTER_NAMES.map((name) => [name, ""]));

/** All filters for events. */
export function EventFilters({ values, onChange }: EventFiltersProps) {
  const set = (name: FilterName) => (value: string) => onChange({ [name]: value });
  const text = (name: FilterName, label: string, placeholder: string) => (
    <FilterText label={label} value={values[name]} placeholder={placeholder} onChange={set(name)} />
  );
  const isFiltered = FILTER_NAMES.some((name) => values[name]);
  return (
    <search className="mt-5 block">
      <div className={GRID}>
        <FilterSelect
          label="Type"
          value={values.type}
          all="All types"
          choices={TYPES}
          onChange={set("type")}
        />
        {text("event", "Event name", "Name contains")}
        {text("path", "Path", "/pricing")}
        {text("person", "Visitor or user ID", "Full ID")}
      </div>
      <details className="mt-3" open={MORE.some((name) => values[name])}>
        <summary className="w-fit py-1 text-ink-muted hover:text-ink">More filters</summary>
        <div className={`${GRID} mt-2`}>
          <FilterError value={values.error} onChange={set("error")} />
          {text("messageId", "Message ID", "Full ID")}
          {text("country", "Country", "DE")}
          {text("device", "Device", "mobile")}
          {values.variation && (
            <FilterSelect
              label="Variation seen"
              value={values.variation}
              all="Any variation"
              choices={[[values.variation, values.variation.replace("/", ": ")]]}
              onChange={set("variation")}
            />
          )}
          <FilterSelect
            label="Audience"
            value={values.audience}
            all="Everyone"
            choices={AUDIENCES}
            onChange={set("audience")}
          />
          <FilterSelect
            label="Source"
            value={values.kind}
            all="People and bots"
            choices={KINDS}
            onChange={set("kind")}
          />
          {text("bot", "Bot reason", "Full reason")}
        </div>
      </details>
      {isFiltered && (
        <Button variant="tertiary" size="sm" className="-ml-3.5" onClick={() => onChange(NONE)}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** The URL's filters as query parameters, without empty ones. */
export function toEventFilter({ kind, ...texts }: Record<FilterName, string>): EventFilter {
  const given = Object.entries(texts).filter(([, value]) => value !== "");
  const known = readKind(kind);
  return { ...Object.fromEntries(given), ...(known ? { kind: known } : {}) };
}
