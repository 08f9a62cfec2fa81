import { readablePath } from "@marquee/contract";
import {
  dateRangeParams,
  hostOf,
  type Span,
  textList,
  textListParam,
} from "../../../platform/storage/events/queries/sqlParts.ts";
import type { Selection } from "../../questions/queries/selection.ts";

/** Metrics of interactions, as numeric columns. A row can represent several clicks. Rows whose IDs have expired count as clicks only. */
export const SESSIONS = "toUInt32(uniqExactIf(session_id, session_id != 0)) AS sessions";

export const VISITORS = "toUInt32(uniqExactIf(visitor_id, visitor_id != '')) AS visitors";

export const CLICKS = "toUInt32(sum(clicks)) AS clicks_total";

export const RAGE = "toUInt32(sumIf(clicks, frustration = 'rage')) AS rage";

export const DEAD = "toUInt32(sumIf(clicks, frustration = 'dead')) AS dead";

/** Clicks of each kind, as an object (`ClickCounts`). */
export const CLICK_COUNTS = `
  tuple(sum(clicks), sumIf(clicks, frustration = 'rage'), sumIf(clicks, frustration = 'dead'))
  ::Tuple(all UInt32, rage UInt32, dead UInt32) AS counts`;

/** Filter of interactions. Omitted fields match everything. */
export interface InteractionFilter extends Span {
  /** Rows whose IDs have expired belong to no visit, so they never match filters. */
  selection: Pick<Selection, "ofPages" | "params">;
  page?: string;
  /** Interactions with one of these page versions, or with none of them. */
  versions?: { are: "of" | "not of"; list: readonly string[] };
  /** Viewport width in CSS pixels: `from` inclusive, `to` exclusive; null means no upper limit. */
  width?: { from: number; to: number | null };
}

/**
 * Subquery of clicks and scroll records, each once. Needs the parameters of {@link interactionParams} for the same filter.
 */
export function interactions({ page, selection, versions, width }: InteractionFilter): string {
  const conditions = [
    "timestamp >= fromUnixTimestamp64Milli({from:Int64})",
    "timestamp < fromUnixTimestamp64Milli({to:Int64})",
    page !== undefined && "path = {page:String}",
    versions && `page_version ${versions.are === "of" ? "IN" : "NOT IN"} ${textList("versions")}`,
    width && "viewport_width >= {widthFrom:UInt32}",
    width && width.to !== null && "viewport_width < {widthTo:UInt32}",
    selection.ofPages,
  ];
  return `(SELECT *, ${hostOf("url")} AS host FROM interactions FINAL WHERE ${conditions.filter(Boolean).join(" AND ")})`;
}

export function interactionParams(filter: InteractionFilter): Record<string, unknown> {
  const { page, selection, versions, width, ...span } = filter;
  return {
    ...dateRangeParams(span),
    ...selection.params,
    ...withoutUndefined({ page: page === undefined ? page : readablePath(page) }),
    ...(versions && { versions: textListParam(versions.list) }),
    ...(width && withoutUndefined({ widthFrom: width.from, widthTo: width.to ?? undefined })),
  };
}

function withoutUndefined(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}
