import type { ReplaySearch, ReplaySummary, ReplaysResponse } from "@marquee/contract/schema";
import { readCursor, writeCursor } from "../../http/cursor.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import type { Selection } from "../../storage/events/queries/questions/selection.ts";
import { queryMatchedMoments } from "../../storage/events/queries/replays/matchedMoments.ts";
import { countOtherRecordings } from "../../storage/events/queries/replays/otherRecordings.ts";
import { queryReplayCounts } from "../../storage/events/queries/replays/replayCounts.ts";
import { type RecordedSession, searchReplays } from "../../storage/events/queries/replays/searchReplays.ts";
import { validateDateRange } from "../../time/dateRange.ts";
import { readReplayId, writeReplayId } from "./replayId.ts";

const PAGE_SIZE = 50;

/** Matching recorded sessions, newest first. @throws {ApiError} bad_request for an invalid date range or cursor. */
export async function readReplays(
  store: EventStore,
  { from, to, before, ...filter }: Omit<ReplaySearch, "filters">,
  selection: Selection,
): Promise<Omit<ReplaysResponse, "mayWatch" | "access">> {
  const span = { from, to };
  validateDateRange(span);
  const place = readCursor(before);
  const after = place && { start: place.at, ...readReplayId(place.id) };
  const [found, otherRecordings] = await Promise.all([
    searchReplays(store, { ...span, filter, selection, before: after, limit: PAGE_SIZE }),
    countOtherRecordings(store, span),
  ]);
  const [summaries, moments] = await Promise.all([
    withCounts(store, found),
    queryMatchedMoments(store, { ...span, filter, selection }, found),
  ]);
  const matched = new Map(moments.map((moment) => [writeReplayId(moment), moment.at]));
  const replays = summaries.map((each) => ({ ...each, matchedAt: matched.get(each.id) ?? null }));
  const last = replays.length === PAGE_SIZE ? replays.at(-1) : undefined;
  const next = last ? writeCursor({ at: last.start, id: last.id }) : null;
  return { replays, next, otherRecordings };
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
