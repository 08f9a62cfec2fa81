import { ERROR_EVENT, NOT_FOUND_PAGE, WEB_VITALS_EVENT } from "@marquee/contract";
import type { JourneyStep, JourneyVisit } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { belongsToPerson, type PersonIds } from "../../../platform/storage/events/queries/person.ts";
import {
  BELONGS_TO_PERSON,
  type RecordedSessions,
  sessionParams,
} from "../../../platform/storage/events/queries/recordedSessions.ts";
import { sessionsWhere } from "../../../platform/storage/events/queries/sessions.ts";

export type StoredVisit = Omit<JourneyVisit, "replay">;

/** Maximum number of a person's visits (the latest), and of steps in each (the first), because clients can send any number. */
const MAX_VISITS = 50;
const MAX_STEPS = 80;

/** Properties with the subject of an event: the clicked button, the form, the overlay or the page section. */
const SUBJECT = ["buttonClicked", "form", "overlay", "sectionInternalName", "sectionId", "name"]
  .map((name) => `nullIf(JSONExtractString(properties, '${name}'), '')`)
  .join(", ");

const KIND = `multiIf(type = 'page', 'page', event = '${ERROR_EVENT}', 'error', event = 'Section Viewed', 'section',
  startsWith(event, 'Form '), 'form', 'event')`;

/** The visits of a person with their steps, newest first. On shared browsers, only the person's own. */
export async function queryPersonJourney(
  store: Pick<EventStore, "query">,
  person: PersonIds,
  { sessions }: Pick<RecordedSessions, "sessions">,
): Promise<{ visits: StoredVisit[]; hasMore: boolean }> {
  const text = (name: string, as = name) => `toString(session.${name}) AS "${as}"`;
  const sql = `
    SELECT visitor_id AS visitorId, toFloat64(session_id) AS sessionId, toFloat64(toUnixTimestamp64Milli(session.started)) AS startedAt,
           toFloat64(toUnixTimestamp64Milli(session.ended)) AS endedAt, toUInt32(session.views) AS views, session.variations AS variations,
           ${[text("source"), text("channel"), text("utm_campaign", "campaign"), text("entry_page", "entryPage")].join(", ")},
           ${[text("country"), text("device"), text("browser")].join(", ")}
    FROM ${sessionsWhere(BELONGS_TO_PERSON)} AS session
    ORDER BY startedAt DESC, sessionId DESC LIMIT ${MAX_VISITS + 1}`;
  const rows = await store.query<Omit<StoredVisit, "steps" | "hasMore">>(
    sql,
    sessionParams(person, sessions),
  );
  const visits = rows.slice(0, MAX_VISITS);
  const steps = await querySteps(store, person, { sessions, visits });
  return {
    visits: visits.map((visit) => {
      const visitSteps = steps.get(keyOf(visit)) ?? [];
      return { ...visit, steps: visitSteps.slice(0, MAX_STEPS), hasMore: visitSteps.length > MAX_STEPS };
    }),
    hasMore: rows.length > MAX_VISITS,
  };
}

const keyOf = ({ sessionId, visitorId }: Pick<StoredVisit, "sessionId" | "visitorId">) =>
  `${sessionId} ${visitorId}`;

type StoredStep = JourneyStep & Pick<StoredVisit, "sessionId" | "visitorId">;

async function querySteps(
  store: Pick<EventStore, "query">,
  person: PersonIds,
  {
    sessions,
    visits,
  }: { sessions: string[]; visits: Pick<StoredVisit, "sessionId" | "startedAt" | "endedAt">[] },
): Promise<Map<string, JourneyStep[]>> {
  if (visits.length === 0) return new Map();
  const sql = `
    SELECT toFloat64(session_id) AS sessionId, visitor_id AS visitorId, ${KIND} AS kind,
           multiIf(type = 'page', if(name = '${NOT_FOUND_PAGE}', concat(path, ' (404)'), path), kind = 'error', JSONExtractString(properties, 'message'), event) AS text,
           if(type = 'page' OR kind = 'error', '', coalesce(${SUBJECT}, '')) AS detail, toFloat64(toUnixTimestamp64Milli(timestamp)) AS at
    FROM (
      SELECT * FROM events
      WHERE session_id IN {visits:Array(UInt64)} AND timestamp >= fromUnixTimestamp64Milli({first:Int64})
        AND timestamp <= fromUnixTimestamp64Milli({last:Int64}) AND bot = ''
        AND type IN ('page', 'track') AND event != '${WEB_VITALS_EVENT}'
        AND (${BELONGS_TO_PERSON} OR ${belongsToPerson(person)})
      LIMIT 1 BY message_id)
    ORDER BY at, message_id LIMIT ${MAX_STEPS + 1} BY session_id, visitor_id`;
  const rows = await store.query<StoredStep>(sql, {
    ...sessionParams(person, sessions),
    visits: visits.map(({ sessionId }) => sessionId),
    first: Math.min(...visits.map(({ startedAt }) => startedAt)),
    last: Math.max(...visits.map(({ endedAt }) => endedAt)),
  });
  const stepsByVisit = new Map<string, JourneyStep[]>();
  for (const { sessionId, visitorId, ...step } of rows) {
    const key = keyOf({ sessionId, visitorId });
    stepsByVisit.set(key, [...(stepsByVisit.get(key) ?? []), step]);
  }
  return stepsByVisit;
}
