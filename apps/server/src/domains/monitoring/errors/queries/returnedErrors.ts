import type { Release } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { textList, textListParam } from "../../../../platform/storage/events/queries/sqlParts.ts";
import { ALL_ERRORS } from "./errorRows.ts";

/** An error that someone resolved. */
export interface ResolvedError {
  fingerprint: string;
  /** Milliseconds since the epoch. */
  resolvedAt: number;
  /** The release at that time; empty if none was known. */
  resolvedIn: string;
}

/** When a resolved error occurred again, and in which release; empty if it is unknown. */
export interface ErrorReturn {
  fingerprint: string;
  at: number;
  release: string;
}

/** The application version that the client reports; otherwise the release that was served when the visitor's session began, whose scripts the page may still run. */
const RELEASE = `if(version != '', version, {ids:Array(String)}[arrayLastIndex(start -> start <= toUnixTimestamp64Milli(session_start), {starts:Array(Int64)})])`;

/**
 * The first occurrence of each error in a release that is later than the one in which it was resolved, or after that time if either release is
 * unknown. A release is later if it was first served after that, and a version if it was first seen after that.
 * @param releases sorted, oldest first. @param to errors after it are left out, in milliseconds since the epoch.
 */
export async function queryReturnedErrors(
  store: Pick<EventStore, "query">,
  resolved: readonly ResolvedError[],
  { releases, to }: { releases: readonly Release[]; to: number },
): Promise<ErrorReturn[]> {
  if (resolved.length === 0) return [];
  const sql = `
    WITH versions AS (
      SELECT toString(version) AS id, min(timestamp) AS first FROM monitoring_events WHERE track = 'rum' AND version != '' GROUP BY id
    )
    SELECT fingerprint, toUnixTimestamp64Milli(min(timestamp)) AS at, argMin(occurred_in, timestamp) AS release
    FROM (
      SELECT fingerprint, timestamp, ${RELEASE} AS occurred_in,
             indexOf(JSONExtract({fingerprints:String}, 'Array(String)'), fingerprint) AS nth,
             {resolvedAt:Array(Int64)}[nth] AS since, JSONExtract({resolvedIn:String}, 'Array(String)')[nth] AS before,
             if(version != '', toUnixTimestamp64Milli(versions.first), {starts:Array(Int64)}[indexOf({ids:Array(String)}, occurred_in)]) AS served
      FROM ${ALL_ERRORS} AS errors LEFT JOIN versions ON versions.id = errors.version
      WHERE fingerprint IN ${textList("fingerprints")}
    )
    WHERE toUnixTimestamp64Milli(timestamp) > since AND (before = '' OR occurred_in = '' OR served > since)
    GROUP BY fingerprint`;
  const rows = await store.query<ErrorReturn>(sql, {
    to,
    fingerprints: textListParam(resolved.map(({ fingerprint }) => fingerprint)),
    resolvedAt: resolved.map(({ resolvedAt }) => resolvedAt),
    resolvedIn: textListParam(resolved.map(({ resolvedIn }) => resolvedIn)),
    // Releases have IDs of our own, without quotes.
    ids: releases.map(({ id }) => id),
    starts: releases.map(({ servedFrom }) => servedFrom),
  });
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}
