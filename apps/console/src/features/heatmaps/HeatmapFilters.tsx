import type { HeatmapKind, HeatmapResponse } from "@marquee/contract/schema";
import type { Scope } from "../../shared/address/scope.ts";
import { toQueryScope } from "../../shared/address/toQuestion.ts";
import { FilterSelect } from "../../shared/filters/filters.tsx";
import { bandChoices, shownChoices, shownText } from "./choiceNames.ts";
import { MODES, type Mode } from "./stage/stage.types.ts";

/** Names of the heatmap filters in the URL. */
export const HEATMAP_FILTER_NAMES = ["page", "shown", "with", "band", "mode", "element", "goal"] as const;
type HeatmapFilterName = (typeof HEATMAP_FILTER_NAMES)[number];
export type HeatmapFilterValues = Record<HeatmapFilterName, string>;
export type ChangeFilters = (change: Partial<HeatmapFilterValues>) => void;

export const NO_NARROWING = { shown: "", band: "" };

interface HeatmapFiltersProps {
  answer: HeatmapResponse;
  values: HeatmapFilterValues;
  onChange: ChangeFilters;
}

type Choices = readonly (readonly [string, string])[];

const same = (value: string) => [value, value] as const;

/** Which part of the page's visits a heatmap shows. A selected option stays visible even if the date range has no data for it. */
export function HeatmapFilters({ answer, values, onChange }: HeatmapFiltersProps) {
  const { shown, band } = answer;
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
  const kind = kindOf(readMode(values.mode));
  const versions = shownChoices(answer, kind);
  const otherVersions = versions.filter(([value]) => value !== shown);
  const share = shownText(answer, kind);
  return (
    <search>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]">
        {select("shown", { label: "Version", all: "Most used", choices: versions, value: shown })}
        {(otherVersions.length > 0 || values.with) &&
          select("with", { label: "Compare with", all: "Nothing", choices: otherVersions })}
        {select("band", {
          label: "Window size",
          all: "Most used",
          choices: bandChoices(answer, kind),
          value: String(band),
        })}
      </div>
      {share && <p className="mt-2 text-ink-muted text-xs tabular-nums">{share}</p>}
    </search>
  );
}

function withChosen(choices: Choices, chosen: string): Choices {
  return chosen === "" || choices.some(([value]) => value === chosen) ? choices : [...choices, same(chosen)];
}

/** The URL's mode for the page's sections, which are not a heatmap. */
export const SECTIONS_MODE = "sections" as const;

/** The heatmap type in the URL, or the first one by default. */
export function readMode(value: string): Mode {
  return MODES.find((mode) => mode === value) ?? MODES[0];
}

function kindOf(mode: Mode): HeatmapKind {
  return mode === "clicks" ? "all" : mode;
}

/**
 * The request for the URL's filters.
 * @param version the version or variant to draw. The one to compare with needs its own request.
 */
export function toHeatmapQuery(scope: Scope, { page, band, mode }: HeatmapFilterValues, version: string) {
  const kind = kindOf(readMode(mode));
  return {
    ...toQueryScope(scope),
    page,
    kind,
    ...(version && { shown: version }),
    ...(band && { band: Number(band) }),
  };
}
