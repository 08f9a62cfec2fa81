import type { FilterDimension } from "@marquee/contract";
import type { Filter } from "../../shared/address/filters.ts";
import type { Scope } from "../../shared/address/scope.ts";
import { isFiltered, useScreenHref } from "../../shared/address/useScope.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { type FigureName, ranksByLeads } from "./chosenMetric.ts";

/** Filters of the Events screen that mean the same as a dimension here. Others are of the visit, and events do not have them. */
const EVENT_FILTERS: Partial<Record<FilterDimension, string>> = {
  "event:page": "path",
  "visit:country": "country",
  "visit:device": "device",
  "visit:variation": "variation",
};

interface RowsLinkProps {
  scope: Scope;
  metric: FigureName;
}

/** A link to what a metric counts, if another screen can list it with the same filters. */
export function RowsLink({ scope, metric }: RowsLinkProps) {
  const hrefOf = useScreenHref();
  if (ranksByLeads(metric)) {
    const isWhole = !isFiltered(scope);
    return isWhole ? <TextLink href={hrefOf("/leads")}>See the leads</TextLink> : null;
  }
  const filters = toEventFilters(scope);
  if (!filters) return null;
  const href = hrefOf("/events", { type: "page", kind: "people", audience: "visitor", ...filters });
  return <TextLink href={href}>See the page views</TextLink>;
}

/** The scope's filters as parameters of the Events screen; null if it cannot express them. */
export function toEventFilters({ filters, anyOf, segments }: Scope): Record<string, string> | null {
  if (anyOf.length + segments.length > 0) return null;
  const given = filters.map(toEventFilter);
  const names = given.map((each) => each?.[0]);
  if (names.includes(undefined) || new Set(names).size < names.length) return null;
  return Object.fromEntries(given as [string, string][]);
}

function toEventFilter({ operator, dimension, values }: Filter): [name: string, value: string] | undefined {
  const name = EVENT_FILTERS[dimension];
  const [value = "", ...others] = values;
  if (!name || operator !== "is" || others.length > 0) return undefined;
  // Texts without a slash match a part of a path.
  return name === "path" && !value.startsWith("/") ? undefined : [name, value];
}
