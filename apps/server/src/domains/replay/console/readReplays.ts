import type { ReplayFilter, ReplaySummary, ReplaysResponse } from "@marquee/contract/schema";
import { readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { Span } from "../../../platform/storage/events/queries/sqlParts.ts";
import { isOwnVisitorId } from "../../people/privacy/hidePeople.ts";
import type { Selection } from "../../questions/queries/selection.ts";
import { queryMatchedMoments } from "../queries/matchedMoments.ts";
import { countOtherRecordings } from "../queries/otherRecordings.ts";
import { queryReplayCounts } from "../queries/replayCounts.ts";
import { type RecordedSession, searchReplays } from "../queries/searchReplays.ts";
import type { ReplayIds } from "../replayId.ts";

const PAGE_SIZE = 50;

interface ReplayStores {
  eventStore: EventStore;
  replayIds: ReplayIds;
}

interface ReplayListQuery extends Span {
  selection: Selection;
  filter: ReplayFilter;
  before: string | undefined;
  /** Otherwise, recordings can't be found by an ID that may be a user's. */
  seesPeople: boolean;
}

/** Matching recorded sessions, newest first. @throws {ApiError} bad_request for an invalid cursor. */
export async function readReplays(
  stores: ReplayStores,
  { from, to, before, filter, selection, seesPeople }: ReplayListQuery,
): Promise<Omit<ReplaysResponse, "mayWatch" | "access">> {
  const { eventStore, replayIds } = stores;
  const span = { from, to };
  const place = readCursor(before);
  const after = place && { start: place.at, ...(await replayIds.read(place.id)) };
  const searched = { ...span, filter, selection };
  const isHidden = filter.visitor !== undefined && !seesPeople && !isOwnVisitorId(filter.visitor);
  const [sessions, otherRecordings] = await Promise.all([
    isHidden ? [] : searchReplays(eventStore, { ...searched, before: after, limit: PAGE_SIZE }),
    countOtherRecordings(eventStore, span),
  ]);
  const [summaries, moments] = await Promise.all([
    withCounts(stores, sessions),
    queryMatchedMoments(eventStore, searched, sessions),
  ]);
  const matched = new Map(moments.map((moment) => [replayIds.write(moment), moment.at]));
  const replays = summaries.map((each) => ({ ...each, matchedAt: matched.get(each.id) ?? null }));
  const last = replays.length === PAGE_SIZE ? replays.at(-1) : undefined;
  const next = last ? writeCursor({ at: last.start, id: last.id }) : null;
  return { replays, next, otherRecordings };
}

/** Adds counts from their events to recorded sessions; sessions without counts are left out. */
export async function withCounts(
  { eventStore, replayIds }: ReplayStores,
  sessions: readonly RecordedSession[],
): Promise<ReplaySummary[]> {
  const counters = await queryReplayCounts(eventStore, sessions);
  return sessions.flatMap((session, index) => {
    const counts = counters[index];
    return counts ? [{ id: replayIds.write(session), ...session, ...counts }] : [];
  });
}
