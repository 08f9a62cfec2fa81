import { type Milliseconds, ONE_DAY, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import {
  type LinkedIds,
  queryClock,
  queryIdentityLinks,
  queryNextInserted,
} from "../privacy/queries/identityLinks.ts";
import { type Link, linkNames, lockIdentities } from "./linkNames.ts";
import { linkOfEvents } from "./linksOfEvents.ts";
import type { HashEmail } from "./names.ts";
import { readProgress, saveInsertedThrough } from "./progress.ts";

export interface FollowOptions {
  eventStore: Pick<EventStore, "query">;
  db: RecordsDatabase;
  hashEmail: HashEmail;
  /** Ends the call before its next page. */
  signal?: AbortSignal;
}

/** When events were inserted; `to` is exclusive, null for no end. */
interface Window {
  from: Timestamp;
  to: Timestamp | null;
}

/** A block gets its insertion time before others can read it. After this long, others can read it. */
const MARGIN: Milliseconds = 2 * ONE_MINUTE;
/** Combinations of IDs in memory at a time. */
const PAGE_SIZE = 5000;
/** Links per transaction. A transaction blocks the embedded record store. */
const MAX_LINKS_AT_ONCE = 500;

/**
 * Reads the names in events inserted since the last call and stores their links, a day at a time; the first call reads all events. Reading the
 * same events again, here or in another server instance, changes nothing, so a crash has no effect.
 */
export async function followEvents(options: FollowOptions): Promise<void> {
  const { eventStore, db } = options;
  const clock = await queryClock(eventStore);
  // Rows being inserted now are read by the next call.
  const save = (time: Timestamp) => saveInsertedThrough(db, Math.min(time, clock - MARGIN));
  const { insertedThrough } = await readProgress(db);
  let from = insertedThrough?.getTime() ?? (await queryNextInserted(eventStore, 0)) ?? clock;
  while (from + ONE_DAY < clock) {
    const to = from + ONE_DAY;
    await linkWindow(options, { from, to });
    from = (await queryNextInserted(eventStore, to)) ?? clock;
    await save(from);
  }
  await linkWindow(options, { from, to: null });
  await save(clock);
}

async function linkWindow(
  { eventStore, db, hashEmail, signal }: FollowOptions,
  window: Window,
): Promise<void> {
  let after: LinkedIds | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const { deletions } = await readProgress(db);
    const page = await queryIdentityLinks(eventStore, { ...window, after, limit: PAGE_SIZE });
    const links = page.flatMap((row) => linkOfEvents(row, hashEmail) ?? []);
    // After a deletion, the page may contain deleted names. It is read again.
    if (!(await storeLinks({ db, hashEmail }, links, deletions))) continue;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    const { userId, anonymousId, email, previousId } = last;
    after = { userId, anonymousId, email, previousId };
  }
}

/** @returns false if names were deleted since `deletions` was read; then the remaining links are not stored. */
async function storeLinks(
  { db, hashEmail }: Pick<FollowOptions, "db" | "hashEmail">,
  links: readonly Link[],
  deletions: number,
): Promise<boolean> {
  for (let at = 0; at < links.length; at += MAX_LINKS_AT_ONCE) {
    const isStored = await db.transaction(async (tx) => {
      await lockIdentities(tx);
      if ((await readProgress(tx)).deletions !== deletions) return false;
      await linkNames(tx, links.slice(at, at + MAX_LINKS_AT_ONCE), hashEmail);
      return true;
    });
    if (!isStored) return false;
  }
  return true;
}
