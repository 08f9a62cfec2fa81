import type { ReplaySearch, ReplaySummary, ReplaysResponse } from "@marquee/contract/schema";
import { readCursor, writeCursor } from "../../http/cursor.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryShownVariations } from "../../storage/events/queries/errors/shownVariations.ts";
import { queryReplayChoices } from "../../storage/events/queries/replays/replayChoices.ts";
import { queryReplayCounts } from "../../storage/events/queries/replays/replayCounts.ts";
import { queryRecordedVisitors } from "../../storage/events/queries/replays/replayVisitors.ts";
import { type RecordedSession, searchReplays } from "../../storage/events/queries/replays/searchReplays.ts";
import type { LinkedSession } from "../../storage/events/queries/rum/rumErrors.ts";
import { validateDateRange } from "../../time/dateRange.ts";
import { readReplayId, writeReplayId } from "./replayId.ts";

const PAGE_SIZE = 50;

/** Matching recorded sessions, newest first. @throws {ApiError} bad_request for an invalid date range or cursor. */
export async function readReplays(
  store: EventStore,
  { from, to, before, ...filter }: ReplaySearch,
): Promise<Omit<ReplaysResponse, "mayWatch" | "access">> {
  const span = { from, to };
  validateDateRange(span);
  const place = readCursor(before);
  const after = place && { start: place.at, ...readReplayId(place.id) };
  const [found, choices, variations] = await Promise.all([
    searchReplays(store, { ...span, filter, before: after, limit: PAGE_SIZE }),
    queryReplayChoices(store, span),
    queryShownVariations(store, span),
  ]);
  const replays = await withCounts(store, found);
  const last = replays.length === PAGE_SIZE ? replays.at(-1) : undefined;
  const next = last ? writeCursor({ at: last.start, id: last.id }) : null;
  return { replays, next, ...choices, variations };
}

/** Adds counts from their events to recorded sessions; sessions without counts are left out. */
export async function withCounts(
  store: EventStore,
  sessions: readonly RecordedSession[],
): Promise<ReplaySummary[]> {
  const counters = await queryReplayCounts(store, sessions);
  return sessions.flatMap((session, index) => {
    const known = counters[index];
    return known ? [{ id: writeReplayId(session), ...session, ...known }] : [];
  });
}

/**
 * Finds replays of sessions that RUM events name. Another application's client may use a different visitor ID than the
 * site; then the session ID is enough if only one visitor was recorded in it.
 * @returns for each list, the replay ID of its first recorded session, or null.
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
