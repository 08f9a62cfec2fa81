import type { QueryResponse } from "@marquee/contract";
import { Switch } from "@marquee/ui";
import { useMemo } from "react";
import { useFilters } from "../../shared/address/useFilters.ts";
import { importedSystems } from "../../shared/charts/chartSeries.ts";
import { TextLink } from "../../shared/ui/links.tsx";

const PARAMS = ["imports"] as const;
/** Value of the URL parameter `imports` that leaves imported data out. */
const OFF = "off";

/** Days of imports have no time zone. */
const DAYS = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

export const leavesOutImports = (search: string) => new URLSearchParams(search).get("imports") === OFF;

/** Whether the screen's queries include imported data, from the URL. */
export function useIncludedImports(): { imports?: boolean } {
  const [{ imports }] = useFilters(PARAMS);
  return useMemo(() => (imports === OFF ? {} : { imports: true }), [imports]);
}

/**
 * Which imported days the figures include, with a switch to exclude them; renders nothing if there are none.
 */
export function ImportedData({ meta }: Pick<QueryResponse, "meta">) {
  const [{ imports }, change] = useFilters(PARAMS);
  const isOff = imports === OFF;
  const ranges = meta.imported_ranges ?? [];
  if (!isOff && ranges.length === 0 && meta.imports_skip_reason !== "unsupported_query") return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted text-xs">
      <Switch
        label="With imported data"
        isOn={!isOff}
        onChange={(isOn) => change({ imports: isOn ? "" : OFF })}
      />
      <p className="max-w-prose">{isOff ? "Only visits measured here." : <Included meta={meta} />}</p>
    </div>
  );
}

function Included({
  meta: { imported_ranges: ranges = [], metric_warnings = {} },
}: Pick<QueryResponse, "meta">) {
  if (ranges.length === 0)
    return (
      <>
        These filters or hours need individual visits, which <TextLink href="/import">imported days</TextLink>{" "}
        don't have, so only visits measured here count.
      </>
    );
  const days = ranges.map(({ first, last }) => DAYS.formatRange(new Date(first), new Date(last)));
  return (
    <>
      <span className="tabular-nums">{days.join(" and ")}</span> imported from {importedSystems(ranges)}, as{" "}
      <TextLink href="/import">daily totals</TextLink>. Someone who came on several of these days counts as a
      visitor on each.
      {Object.keys(metric_warnings).length > 0 && " Figures that don't include them say so."}
    </>
  );
}
