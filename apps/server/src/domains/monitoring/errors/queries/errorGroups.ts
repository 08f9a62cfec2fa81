import type { ErrorGroup, ErrorState } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { TREND_PART, textList, textListParam } from "../../../../platform/storage/events/queries/sqlParts.ts";
import { type ErrorScope, errorParams, errorsOf } from "./errorRows.ts";

/** Fingerprints that a list includes or excludes. */
export interface ErrorChoice {
  only: readonly string[] | null;
  except: readonly string[];
}

/** The part of an error group that comes from events. A release is empty unless the client reports it. */
export type StoredErrorGroup = Omit<ErrorGroup, "source" | "status">;

const IS_CHOSEN = `({isAny:Bool} OR fingerprint IN ${textList("only")}) AND fingerprint NOT IN ${textList("except")}`;

function choiceParams({ only, except }: ErrorChoice) {
  return { isAny: only === null, only: textListParam(only ?? []), except: textListParam(except) };
}

/** Error groups of a scope, the most frequent first. */
export async function queryErrorGroups(
  store: Pick<EventStore, "query">,
  scope: ErrorScope,
  { choice, limit }: { choice: ErrorChoice; limit: number },
): Promise<StoredErrorGroup[]> {
  const sql = `
    SELECT fingerprint, argMaxIf(said, timestamp, is_asked) AS message, any(place) AS frame,
           toUInt32(countIf(is_asked)) AS count, toUInt32(uniqExactIf(person, is_asked AND person != '')) AS visitors,
           arraySort(groupUniqArrayIf(5)(kind, is_asked)) AS kinds,
           toUnixTimestamp64Milli(min(timestamp)) AS firstSeen, toUnixTimestamp64Milli(max(timestamp)) AS lastSeen,
           argMin(version, timestamp) AS firstRelease, argMax(version, timestamp) AS lastRelease,
           arrayMap(times -> toUInt32(times), sumForEachIf(${TREND_PART}, is_asked)) AS trend,
           argMaxIf(trace, timestamp, is_asked) AS stack
    FROM ${errorsOf(scope)}
    WHERE ${IS_CHOSEN}
    GROUP BY fingerprint HAVING count > 0
    ORDER BY count DESC, fingerprint LIMIT {limit:UInt32}`;
  const rows = await store.query<StoredErrorGroup>(sql, {
    ...errorParams(scope),
    ...choiceParams(choice),
    limit,
  });
  return rows.map((row) => ({ ...row, firstSeen: Number(row.firstSeen), lastSeen: Number(row.lastSeen) }));
}

/** Number of error groups of a scope by state. @param states fingerprints of the groups that are not open. */
export async function countErrorGroups(
  store: Pick<EventStore, "query">,
  scope: ErrorScope,
  { choice, resolved, ignored }: Record<Exclude<ErrorState, "open">, string[]> & { choice: ErrorChoice },
): Promise<Record<ErrorState, number>> {
  const sql = `
    SELECT toUInt32(uniqExactIf(fingerprint, state = 'open')) AS open, toUInt32(uniqExactIf(fingerprint, state = 'resolved')) AS resolved,
           toUInt32(uniqExactIf(fingerprint, state = 'ignored')) AS ignored
    FROM (
      SELECT fingerprint, multiIf(fingerprint IN ${textList("resolved")}, 'resolved', fingerprint IN ${textList("ignored")}, 'ignored', 'open') AS state
      FROM ${errorsOf(scope)} WHERE is_asked AND ${IS_CHOSEN}
    )`;
  const [row] = await store.query<Record<ErrorState, number>>(sql, {
    ...errorParams(scope),
    ...choiceParams(choice),
    resolved: textListParam(resolved),
    ignored: textListParam(ignored),
  });
  return row ?? { open: 0, resolved: 0, ignored: 0 };
}
