import { REPLAY_NAME_LENGTH } from "@marquee/contract";
import { ApiError } from "../../errors/apiError.ts";
import type { ReplayKey } from "../../storage/records/deletedReplays.ts";

const SESSION_DIGITS = 16;
/** Longest result of {@link writeReplayId}, in characters. */
const REPLAY_ID_LENGTH = SESSION_DIGITS + 1 + REPLAY_NAME_LENGTH;

/** The replay ID is the longest path parameter. A longer one gets 414. */
export const ROUTER_OPTIONS = { maxParamLength: REPLAY_ID_LENGTH };

/** The ID of a replay in URLs: `<session ID>-<visitor ID>`. */
export function writeReplayId({ sessionId, visitorId }: ReplayKey): string {
  return `${sessionId}-${visitorId}`;
}

/** Parses a replay ID. @throws {ApiError} not_found for a malformed ID. */
export function readReplayId(id: string): ReplayKey {
  const [, sessionId, visitorId] = /^(\d{1,16})-(.+)$/s.exec(id) ?? [];
  if (sessionId && visitorId) return { sessionId: Number(sessionId), visitorId };
  throw noSuchReplay();
}

export function noSuchReplay(): ApiError {
  return new ApiError(
    "not_found",
    "Replay not found. It may have been deleted with its visitor or after the retention period.",
  );
}
