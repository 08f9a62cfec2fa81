import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { ReplayMoment } from "@marquee/contract/schema";
import type { FastifyRequest } from "fastify";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import type { ReplayKey } from "../../platform/storage/records/deletedReplays.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { queryRecordedVisitors, type RecordedVisitor } from "./queries/replayVisitors.ts";
import type { SessionMoment } from "./queries/sessionMoment.ts";
import { isWatcher } from "./replayAccess.ts";
import type { ReplayIds } from "./replayId.ts";

/**
 * Events up to this long before or after the recording belong to it, because it starts with the page and ends with the last
 * activity.
 */
const LENIENCE: Milliseconds = 30 * ONE_SECOND;

interface ReplayStores {
  eventStore: Pick<EventStore, "query">;
  db: Pick<RecordsDatabase, "select">;
  replayIds: Pick<ReplayIds, "write">;
}

/** Adds to each event its moment in the session's replay; null if it was not recorded or the account can't watch replays. */
export async function withReplays<Event extends { moment: SessionMoment }>(
  { eventStore, db, replayIds }: ReplayStores,
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
    return { ...event, replay: isWithin ? { id: replayIds.write(session), at } : null };
  });
}

/** The IDs of the sessions' replays; null for those that were not recorded, or if the account can't watch replays. */
export async function replaysOf(
  { eventStore, db, replayIds }: ReplayStores,
  asking: Pick<FastifyRequest, "account">,
  sessions: readonly ReplayKey[],
): Promise<(string | null)[]> {
  if (!(await isWatcher(db, asking))) return sessions.map(() => null);
  const ids = new Set(sessions.map(({ sessionId }) => sessionId));
  const recorded = await queryRecordedVisitors(eventStore, [...ids]);
  const isRecorded = ({ sessionId, visitorId }: ReplayKey) =>
    recorded.get(sessionId)?.some((visitor) => visitor.visitorId === visitorId);
  return sessions.map((session) => (isRecorded(session) ? replayIds.write(session) : null));
}

/**
 * The visitor of a session that an event of Datadog's client names. Another application's client may use a different visitor ID than the site; then
 * the session suffices if only one visitor was recorded in it.
 */
export async function recordedVisitorOf(
  store: Pick<EventStore, "query">,
  { sessionId, visitorId }: Pick<SessionMoment, "sessionId" | "visitorId">,
): Promise<string> {
  if (sessionId === 0) return visitorId;
  const recorded = await queryRecordedVisitors(store, [sessionId]);
  const visitors = (recorded.get(sessionId) ?? []).map((visitor) => visitor.visitorId);
  return visitors.length === 1 && visitors[0] !== undefined ? visitors[0] : visitorId;
}
