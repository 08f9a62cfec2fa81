import { createHmac } from "node:crypto";
import { REPLAY_NAME_LENGTH } from "@marquee/contract";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import type { ReplayKey } from "../../platform/storage/records/deletedReplays.ts";
import type { SigningKey } from "../../platform/storage/records/signingKeys.ts";
import { isOwnVisitorId } from "../people/privacy/hidePeople.ts";
import { queryRecordedVisitors } from "./queries/replayVisitors.ts";

/** The ID of a segment is the longest path parameter, as long as the name that a recorder gives. A longer one gets 414. */
export const ROUTER_OPTIONS = { maxParamLength: REPLAY_NAME_LENGTH + 17 };

/** Length of the digest of a visitor ID, in hexadecimal digits. */
const DIGEST_LENGTH = 24;

/** IDs of replays, in URLs and cursors. */
export interface ReplayIds {
  /**
   * `<session ID>-<visitor>`. The visitor is named by an ID that our browser library made; any other, which may be a user's, is replaced by a digest,
   * because accounts that may not see people can read replay IDs.
   */
  write(replay: ReplayKey): string;
  /**
   * The recorded session with an ID.
   * @throws {ApiError} not_found for a malformed ID, and for a digest of no visitor who was recorded in the session.
   */
  read(id: string): Promise<ReplayKey>;
}

interface ReplayIdsOptions {
  key: SigningKey;
  eventStore: Pick<EventStore, "query">;
}

export function createReplayIds({ key, eventStore }: ReplayIdsOptions): ReplayIds {
  // Differs from session to session, so that it can't serve as a pseudonym of the visitor.
  const digestOf = ({ sessionId, visitorId }: ReplayKey) =>
    createHmac("sha256", key()).update(`${sessionId}-${visitorId}`).digest("hex").slice(0, DIGEST_LENGTH);
  return {
    write: (replay) =>
      `${replay.sessionId}-${isOwnVisitorId(replay.visitorId) ? replay.visitorId : digestOf(replay)}`,
    async read(id) {
      const [, session, visitor] = /^(\d{1,16})-([\da-f-]+)$/.exec(id) ?? [];
      const sessionId = Number(session);
      if (!visitor || !Number.isSafeInteger(sessionId)) throw noSuchReplay();
      if (isOwnVisitorId(visitor)) return { sessionId, visitorId: visitor };
      const recorded = (await queryRecordedVisitors(eventStore, [sessionId])).get(sessionId) ?? [];
      const match = recorded.find(({ visitorId }) => digestOf({ sessionId, visitorId }) === visitor);
      if (match) return { sessionId, visitorId: match.visitorId };
      throw noSuchReplay();
    },
  };
}

export function noSuchReplay(): ApiError {
  return new ApiError(
    "not_found",
    "Replay not found. It may have been deleted with its visitor or after the retention period.",
  );
}
