import { attributeVisit, type Channel, sourceOf } from "@marquee/contract";

/** Columns of an event that decide its source and channel. */
export const SOURCE_COLUMNS = [
  "source",
  "referrer_host",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "last_source",
  "last_medium",
  "last_campaign",
] as const;
export type SourceRow = Record<(typeof SOURCE_COLUMNS)[number], string>;

/** Source and channel, by today's names and rules, of an event that an earlier version stored. */
export function describeSource(row: SourceRow): { source: string; visit_source: string; channel: Channel } {
  const utm = { source: row.utm_source, medium: row.utm_medium, campaign: row.utm_campaign };
  const last = { source: row.last_source, medium: row.last_medium, campaign: row.last_campaign };
  const source = renameSource(row);
  const visit = attributeVisit({ source, utm, last });
  return { source, visit_source: visit.source, channel: visit.channel };
}

/** Internal sources stay internal, because the site's earlier hosts are unknown here. */
function renameSource({ source, referrer_host, utm_source }: SourceRow): string {
  if (source.startsWith("(")) return source;
  const hasOrigin = utm_source !== "" || referrer_host !== "";
  const utm = { source: hasOrigin ? utm_source : source, medium: "", campaign: "" };
  return sourceOf({ utm, referrerHost: referrer_host, siteHosts: [] });
}
