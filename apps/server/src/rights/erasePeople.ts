import type { EventStore } from "../storage/events/eventStore.ts";
import { isPersons, personParams } from "../storage/events/queries/person.ts";
import {
  queryRecordedSessions,
  type RecordedSessions,
} from "../storage/events/queries/recordings/recordedSessions.ts";
import { textList, textListParam } from "../storage/events/queries/textList.ts";
import { quartersOf, recountPageViews, recountVisitors } from "../storage/events/rollups.ts";
import type { Drain } from "../storage/spool/drain.ts";
import { eraseRecordings } from "./eraseRecordings.ts";
import { joinSessions, NO_SESSIONS } from "./erasureSessions.ts";
import type { Identities } from "./identities.ts";

interface ErasureStores {
  eventStore: Pick<EventStore, "command" | "query">;
  drain: Pick<Drain, "between">;
  recordings: { drain: Pick<Drain, "between"> };
}

/** Shorter ids may be part of what is not the person's. */
const TELLING_LENGTH = 6;

/**
 * Deletes all that is about these people from the event store, and counts anew the figures that it was part of. Of a browser that others used
 * too, what they did stays.
 * @param known sessions that an earlier call found: what said whose they were is gone, and more of them may arrive.
 * @param remember writes down which sessions are theirs, known ones included, before anything is deleted.
 */
export async function erasePeople(
  { eventStore, drain, recordings }: ErasureStores,
  people: Identities,
  known: RecordedSessions = NO_SESSIONS,
  remember: (found: RecordedSessions) => Promise<void> = async () => undefined,
): Promise<void> {
  const found = joinSessions([known, await queryRecordedSessions(eventStore, people)]);
  await remember(found);
  const params = personParams(people);
  const isTheirs = isPersons(people);
  await drain.between(async () => {
    const quarters = await quartersOf(eventStore, isTheirs, params);
    const visitors = await visitorsOf(eventStore, isTheirs, params);
    await eventStore.command(`DELETE FROM events WHERE ${isTheirs}`, params);
    await recountVisitors(eventStore, [...new Set([...people.ids, ...visitors])]);
    await recountPageViews(eventStore, quarters);
  });
  await recordings.drain.between(() => eraseRecordings(eventStore, people, found));
  await eraseRejected(eventStore, people);
}

async function visitorsOf(
  store: Pick<EventStore, "query">,
  condition: string,
  params: Record<string, unknown>,
): Promise<string[]> {
  const sql = `SELECT DISTINCT visitor_id AS visitor FROM events WHERE ${condition}`;
  const rows = await store.query<{ visitor: string }>(sql, params);
  return rows.map(({ visitor }) => visitor);
}

/** What was refused is kept as it was sent: one of their names anywhere in it makes it theirs. */
async function eraseRejected(
  store: Pick<EventStore, "command">,
  { ids, browsers, emails }: Identities,
): Promise<void> {
  const names = [...ids, ...browsers, ...emails];
  const telling = names.filter(({ length }) => length >= TELLING_LENGTH);
  await store.command(
    `DELETE FROM rejected_events WHERE visitor_id IN ${textList("names")}
       OR arrayExists(name -> positionCaseInsensitive(sample, name) > 0, ${textList("telling")})`,
    { names: textListParam(names), telling: textListParam(telling) },
  );
}
