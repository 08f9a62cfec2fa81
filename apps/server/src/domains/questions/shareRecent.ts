import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import { queryRecentSessions, type RecentSessions } from "../../platform/storage/events/queries/sessions.ts";

/** How long queries may share a list of unreconciled sessions. */
const SHARED_FOR: Milliseconds = ONE_SECOND;

/** Looks up unreconciled sessions once for all concurrent queries, such as those of a screen. */
export function shareRecent(store: Pick<EventStore, "query">) {
  let running = 0;
  let latest: { at: number; recent: Promise<RecentSessions | null> } | null = null;
  return async <Answer>(answer: (recent: RecentSessions | null) => Promise<Answer>): Promise<Answer> => {
    running += 1;
    try {
      if (!latest || performance.now() - latest.at > SHARED_FOR)
        latest = { at: performance.now(), recent: queryRecentSessions(store) };
      return await answer(await latest.recent);
    } finally {
      running -= 1;
      if (running === 0) latest = null;
    }
  };
}
