import type { JourneyResponse } from "@marquee/contract/schema";
import type { FastifyRequest } from "fastify";
import { findPerson, type PersonStores } from "../../privacy/findPerson.ts";
import { queryPersonJourney } from "../../storage/events/queries/personJourney.ts";
import { queryRecordedSessions } from "../../storage/events/queries/privacy/recordedSessions.ts";
import { replaysOf } from "../replays/findReplays.ts";
import type { ReplayIds } from "../replays/replayId.ts";

/**
 * The visits of a person, as far as their consent links them.
 * @param id of a lead or person, an anonymous ID, a user ID or an email address.
 */
export async function readJourney(
  stores: PersonStores & { replayIds: Pick<ReplayIds, "write"> },
  asking: Pick<FastifyRequest, "account">,
  id: string,
): Promise<JourneyResponse> {
  const { identities } = await findPerson(stores, id);
  const recorded = await queryRecordedSessions(stores.eventStore, identities);
  const { visits, hasMore } = await queryPersonJourney(stores.eventStore, identities, recorded);
  const replays = await replaysOf(stores, asking, visits);
  return { visits: visits.map((visit, index) => ({ ...visit, replay: replays[index] ?? null })), hasMore };
}
