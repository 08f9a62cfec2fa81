import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryRecordedVisitors } from "../../storage/events/queries/replays/recordedVisitors.ts";
import type { LinkedSession } from "../../storage/events/queries/rum/rumErrors.ts";
import { writeReplayId } from "./replayId.ts";

/**
 * Finds replays of visits that a client named. A client of another application may call the visitor otherwise than the site does; then the session is
 * enough where only one visitor was recorded in it.
 * @returns for each list the id of the first that was recorded, or null.
 */
export async function findReplays(
  store: Pick<EventStore, "query">,
  lists: readonly (readonly LinkedSession[])[],
): Promise<(string | null)[]> {
  const recorded = await queryRecordedVisitors(store, [
    ...new Set(lists.flat().map(({ session }) => session)),
  ]);
  const replayOf = ({ session, visitor }: LinkedSession): string | null => {
    const visitors = recorded.get(session) ?? [];
    const visitorId = visitors.includes(visitor) ? visitor : visitors.length === 1 ? visitors[0] : undefined;
    return visitorId === undefined ? null : writeReplayId({ sessionId: session, visitorId });
  };
  return lists.map((list) => list.map(replayOf).find((id) => id !== null) ?? null);
}
