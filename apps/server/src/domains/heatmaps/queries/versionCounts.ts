import type { ClickCounts } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { textList, textListParam } from "../../../platform/storage/events/queries/sqlParts.ts";
import {
  CLICK_COUNTS,
  type InteractionFilter,
  interactionParams,
  interactions,
  SESSIONS,
} from "./interactions.ts";

/** A known page version and the group it belongs to. */
export interface KnownVersion {
  version: string;
  group: string;
}

export interface VersionCount {
  group: string;
  /** Null for the whole group. */
  version: string | null;
  sessions: number;
  counts: ClickCounts;
}

/** Sessions and clicks per page version and per group of versions. Unknown versions are in the group `others`. */
export function queryVersionCounts(
  store: Pick<EventStore, "query">,
  filter: InteractionFilter,
  { versions, others }: { versions: readonly KnownVersion[]; others: string },
): Promise<VersionCount[]> {
  const sql = `
    SELECT group, if(grouping(named) = 1, NULL, named) AS version, ${SESSIONS}, ${CLICK_COUNTS}
    FROM (
      SELECT *, toString(page_version) AS named,
             transform(named, ${textList("known")}, ${textList("groups")}, {others:String}) AS group
      FROM ${interactions(filter)}
    )
    GROUP BY GROUPING SETS ((group), (group, named))
    ORDER BY sessions DESC, counts.all DESC, group, version`;
  return store.query<VersionCount>(sql, {
    ...interactionParams(filter),
    known: textListParam(versions.map(({ version }) => version)),
    groups: textListParam(versions.map(({ group }) => group)),
    others,
  });
}
