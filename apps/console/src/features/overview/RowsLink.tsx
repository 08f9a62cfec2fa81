import { PROPERTY_PREFIX } from "@marquee/contract";
import type { Scope } from "../../shared/address/scope.ts";
import { useScreenHref } from "../../shared/address/useScope.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { type FigureName, ranksByLeads } from "./chosenMetric.ts";

interface RowsLinkProps {
  scope: Scope;
  metric: FigureName;
}

/** A link to what a metric counts, if another screen can list it with the same filters. */
export function RowsLink({ scope, metric }: RowsLinkProps) {
  const hrefOf = useScreenHref();
  if (ranksByLeads(metric)) {
    const isWhole = scope.filters.length + scope.anyOf.length === 0;
    return isWhole ? <TextLink href={hrefOf("/leads")}>See the leads</TextLink> : null;
  }
  if (!selectsPageViews(scope)) return null;
  const href = hrefOf("/events", { type: "page", kind: "people", audience: "visitor" });
  return <TextLink href={href}>See the page views</TextLink>;
}

/** Whether the scope's filters can hold for page views. Those on events hold for the row itself, and page views have no name and properties. */
export function selectsPageViews({ filters, anyOf }: Scope): boolean {
  return [...filters, ...anyOf].every(
    ({ dimension }) => dimension !== "event:name" && !dimension.startsWith(PROPERTY_PREFIX),
  );
}
