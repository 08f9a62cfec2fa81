import type { JourneyResponse } from "@marquee/contract/schema";
import type { FastifyRequest } from "fastify";
import { queryRecordedSessions } from "../../../platform/storage/events/queries/recordedSessions.ts";
import { findPerson, type PersonStores } from "../../people/privacy/findPerson.ts";
import { queryPersonJourney } from "../../people/queries/personJourney.ts";
import { replaysOf } from "../../replay/findReplays.ts";
import type { ReplayIds } from "../../replay/replayId.ts";

/**
 * The visits of a person, as far as they consented.
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
