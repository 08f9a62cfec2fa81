import { setTimeout } from "node:timers/promises";
import { type Milliseconds, ONE_DAY, type Timestamp } from "@marquee/contract";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { isMapAddress, scriptOfMap } from "../../archive/mapAddress.ts";
import { queryScriptsOfErrors } from "../../monitoring/errors/queries/scriptsOfErrors.ts";
import { queryReferencedVersions } from "../../people/privacy/queries/namedVersions.ts";
import { queryRecordedDays } from "../../people/privacy/queries/recordedDays.ts";
import { overlapsAny, type Pruned, recordedRanges, type ServedRange } from "./pruningRecord.ts";
import {
  BATCH,
  createReferenceStore,
  type Reference,
  type ReferenceStore,
  type ServedAddress,
} from "./referenceStore.ts";

/** By URL: the time range in which stored pages and releases refer to it. */
type ReferencedRanges = ReadonlyMap<string, ServedRange>;

export interface PruneOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "query">;
  now: () => Timestamp;
  /** True once the server stops; pruning then ends before the next step. */
  isStopped: () => boolean;
}

/**
 * Files served within this time are not removed, because data that refers to them may still arrive: from an open tab that starts to record, or
 * from a browser that was offline.
 */
export const GRACE: Milliseconds = 7 * ONE_DAY;
/** Pause between two steps, so that requests are not blocked. */
const PAUSE: Milliseconds = 10;

/**
 * Removes unneeded data in small steps: first pages that no stored recording or click refers to, then files that no page or release refers to and
 * that were not served during a recording, and source maps without errors. Keeps everything of the two newest releases.
 * @throws if a store is unavailable. Removals before the error need no cleanup.
 */
export async function pruneArchive({ db, eventStore, now, isStopped }: PruneOptions): Promise<Pruned> {
  const store = createReferenceStore(db, now() - GRACE);
  const pause = async () => {
    await setTimeout(PAUSE, undefined, { ref: false });
    return !isStopped();
  };
  await pruneVersions(store, eventStore, pause);
  await store.clearOldReleases();
  await pruneAddresses(store, eventStore, pause);
  return pruneBodies(store, pause);
}

/** Waits briefly and resolves to whether to continue. */
type Pause = () => Promise<boolean>;

async function pruneVersions(store: ReferenceStore, events: PruneOptions["eventStore"], pause: Pause) {
  let after = "";
  while (await pause()) {
    const stale = await store.staleVersions(after);
    const named = new Set(stale.length > 0 ? await queryReferencedVersions(events, stale) : []);
    const unneeded = stale.filter((version) => !named.has(version));
    if (unneeded.length > 0) await store.removeVersions(unneeded);
    if (stale.length < BATCH) return;
    after = stale.at(-1) ?? after;
  }
}

async function pruneAddresses(store: ReferenceStore, events: PruneOptions["eventStore"], pause: Pause) {
  const needed = {
    recorded: recordedRanges(await queryRecordedDays(events)),
    named: await readReferencedRanges(store, pause),
  };
  let after: Omit<ServedAddress, "to"> = { address: "", from: 0, digest: "" };
  while (await pause()) {
    const stale = await store.staleAddresses(after);
    const unneeded = await withoutNeeded(stale, needed, events);
    if (unneeded.length > 0) await store.removeAddresses(unneeded);
    if (stale.length < BATCH) return;
    after = stale.at(-1) ?? after;
  }
}

/**
 * Filters out files that are still needed: those a page or release refers to, those served during a recording, which may show any of them, and
 * source maps of scripts that a stored error refers to.
 */
async function withoutNeeded(
  stale: readonly ServedAddress[],
  { recorded, named }: { recorded: readonly ServedRange[]; named: ReferencedRanges },
  events: PruneOptions["eventStore"],
): Promise<ServedAddress[]> {
  const unnamed = stale.filter((row) => !isReferenced(row, named));
  const maps = unnamed.filter(({ address }) => isMapAddress(address));
  const scripts = maps.map(({ address }) => scriptOfMap(address));
  const withErrors = new Set(scripts.length > 0 ? await queryScriptsOfErrors(events, scripts) : []);
  return unnamed.filter((row) =>
    isMapAddress(row.address) ? !withErrors.has(scriptOfMap(row.address)) : !overlapsAny(row, recorded),
  );
}

async function pruneBodies(store: ReferenceStore, pause: Pause): Promise<Pruned> {
  const pruned: Pruned = { files: 0, bytes: 0 };
  while (await pause()) {
    const sizes = await store.removeBodies();
    if (sizes.length === 0) break;
    pruned.files += sizes.length;
    for (const size of sizes) pruned.bytes += size;
  }
  return pruned;
}

/** Reads which URLs stored pages and releases refer to. Several references to a URL are merged into one range, from first to last. */
async function readReferencedRanges(
  store: ReferenceStore,
  mayGoOn: () => Promise<boolean>,
): Promise<ReferencedRanges> {
  const spans = new Map<string, ServedRange>();
  for (const naming of await store.namedByReleases()) note(spans, naming);
  let after = "";
  while (await mayGoOn()) {
    const pages = await store.namedByPages(after);
    for (const naming of pages) note(spans, naming);
    if (pages.length < BATCH) break;
    after = pages.at(-1)?.key ?? after;
  }
  return spans;
}

/** Allows a day at each end, because serving times are accurate to a day. */
function isReferenced(
  { address, ...span }: ServedRange & { address: string },
  named: ReferencedRanges,
): boolean {
  const by = named.get(address);
  return by !== undefined && overlapsAny(span, [{ from: by.from - ONE_DAY, to: by.to + ONE_DAY }]);
}

function note(spans: Map<string, ServedRange>, { addresses, from, to }: Reference): void {
  for (const address of addresses) {
    const range = spans.get(address) ?? { from, to };
    spans.set(address, { from: Math.min(from, range.from), to: Math.max(to, range.to) });
  }
}
