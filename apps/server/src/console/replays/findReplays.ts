import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { ReplayMoment } from "@marquee/contract/schema";
import type { FastifyRequest } from "fastify";
import type { EventStore } from "../../storage/events/eventStore.ts";
import {
  queryRecordedVisitors,
  type RecordedVisitor,
} from "../../storage/events/queries/replays/replayVisitors.ts";
import type { SessionMoment } from "../../storage/events/queries/replays/sessionMoment.ts";
import type { LinkedSession } from "../../storage/events/queries/rum/rumErrors.ts";
import type { ReplayKey } from "../../storage/records/deletedReplays.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { isWatcher } from "./replayAccess.ts";
import { writeReplayId } from "./replayId.ts";

/** Events up to this long before or after the recording are in it: it starts with the page, and ends with the last activity. */
const LENIENCE: Milliseconds = 30 * ONE_SECOND;

interface ReplayStores {
  eventStore: Pick<EventStore, "query">;
  db: Pick<RecordsDatabase, "select">;
}

/** Adds to each event its moment in the session's replay; null if it was not recorded or the account can't watch replays. */
export async function withReplays<Event extends { moment: SessionMoment }>(
  { eventStore, db }: ReplayStores,
  asking: Pick<FastifyRequest, "account">,
  events: readonly Event[],
): Promise<(Omit<Event, "moment"> & { replay: ReplayMoment | null })[]> {
  const sessions = events.map(({ moment }) => moment.sessionId).filter((id) => id > 0);
  const recorded = (await isWatcher(db, asking))
    ? await queryRecordedVisitors(eventStore, [...new Set(sessions)])
    : new Map<number, RecordedVisitor[]>();
  return events.map(({ moment, ...event }) => {
    const { at, ...session } = moment;
    const visitor = recorded.get(session.sessionId)?.find(({ visitorId }) => visitorId === session.visitorId);
    const isWithin = visitor && at >= visitor.startedAt - LENIENCE && at <= visitor.endedAt + LENIENCE;
    return { ...event, replay: isWithin ? { id: writeReplayId(session), at } : null };
  });
}

/** The IDs of the sessions' replays; null for those that were not recorded, or if the account can't watch replays. */
export async function replaysOf(
  { eventStore, db }: ReplayStores,
  asking: Pick<FastifyRequest, "account">,
  sessions: readonly ReplayKey[],
): Promise<(string | null)[]> {
  if (!(await isWatcher(db, asking))) return sessions.map(() => null);
  const ids = new Set(sessions.map(({ sessionId }) => sessionId));
  const recorded = await queryRecordedVisitors(eventStore, [...ids]);
  const isRecorded = ({ sessionId, visitorId }: ReplayKey) =>
    recorded.get(sessionId)?.some((visitor) => visitor.visitorId === visitorId);
  return sessions.map((session) => (isRecorded(session) ? writeReplayId(session) : null));
}

/**
 * Finds RUM errors in replays. Another application's client may use a different visitor ID than the site; then the session ID is enough if only
 * one visitor was recorded in it.
 * @returns for each list, the error in its first recorded session, or null.
 */
export async function findReplays(
  store: Pick<EventStore, "query">,
  lists: readonly (readonly LinkedSession[])[],
): Promise<(ReplayMoment | null)[]> {
  const recorded = await queryRecordedVisitors(store, [
    ...new Set(lists.flat().map(({ session }) => session)),
  ]);
  const momentOf = ({ session, visitor, at }: LinkedSession): ReplayMoment | null => {
    const visitors = (recorded.get(session) ?? []).map(({ visitorId }) => visitorId);
    const visitorId = visitors.includes(visitor) ? visitor : visitors.length === 1 ? visitors[0] : undefined;
    return visitorId === undefined ? null : { id: writeReplayId({ sessionId: session, visitorId }), at };
  };
  return lists.map((list) => list.map(momentOf).find((moment) => moment !== null) ?? null);
}
