import { type HeatmapVariant, UNKNOWN_VERSIONS } from "@marquee/contract/schema";
import type { EventStore } from "../../storage/events/eventStore.ts";
import type { InteractionFilter } from "../../storage/events/queries/heatmaps/interactions.ts";
import {
  queryVersionCounts,
  type VersionCount,
} from "../../storage/events/queries/heatmaps/versionCounts.ts";
import type { KeptVersion } from "./pageVersions.ts";

/** Variants of a page that interactions are known of, those with the most sessions first. */
export async function readVariants(
  store: EventStore,
  filter: InteractionFilter,
  kept: readonly KeptVersion[],
): Promise<HeatmapVariant[]> {
  const counts = await queryVersionCounts(store, filter, { known: kept, others: UNKNOWN_VERSIONS });
  return counts
    .filter(({ version }) => version === null)
    .map(({ group, sessions, clicks }) => ({
      shown: group,
      variant: kept.find((version) => version.group === group)?.variant ?? "",
      sessions,
      clicks,
      versions: kept
        .filter((version) => version.group === group)
        .flatMap((version) => withCounts(version, counts)),
    }));
}

function withCounts({ version, firstServedAt }: KeptVersion, counts: readonly VersionCount[]) {
  const found = counts.find((count) => count.version === version);
  return found ? [{ version, firstServedAt, sessions: found.sessions, clicks: found.clicks }] : [];
}
