import { createHash } from "node:crypto";
import {
  cutText,
  type Milliseconds,
  REPLAY_NAME_LENGTH,
  REPLAY_SENT_PARAMETER,
  REPLAY_USER_AGENT_LENGTH,
  type Timestamp,
} from "@marquee/contract";
import { describeUserAgent } from "../../platform/visitor/userAgent.ts";
import { type ClockMemory, correctSessionId } from "../clockMemory.ts";
import type { CollectedRequest } from "../collectedRequest.ts";
import { toId } from "../eventTexts.ts";
import { RejectedRequest } from "../rejectedRequest.ts";
import { invalid } from "./refuseSegment.ts";

/** Request data besides the body (specification, section 7). It does not include the sender's IP address. */
export interface ReplayRequest {
  visitorId: string;
  /** Start of the session in milliseconds since the epoch, by the visitor's clock until {@link correctClock}. */
  sessionId: number;
  /** When the request was sent, by the visitor's clock; null if unknown. */
  sentAt: Timestamp | null;
  receivedAt: Timestamp;
  userAgent: string;
  country: string;
  /** True for bots; their recordings and interactions are not stored. */
  isBot: boolean;
}

interface ReadOptions {
  writeKey: string;
  now: () => Timestamp;
}

/** A request with the session's ID as in events. */
export interface CorrectedRequest extends ReplayRequest {
  /** What to add to the visitor's times. */
  correction: Milliseconds;
}

const DIGITS = /^\d{1,16}$/;

/** @throws {RejectedRequest} 401 for an unknown key, 400 if a parameter is missing or invalid. */
export function readReplayRequest(request: CollectedRequest, { writeKey, now }: ReadOptions): ReplayRequest {
  const { query, country } = request;
  if (keyOf(request) !== writeKey)
    throw new RejectedRequest({
      statusCode: 401,
      reason: "unknown_key",
      message: "Unknown key. Send the value of WRITE_KEY as api_key.",
    });
  const visitorId = toId(toText(query.device_id));
  if (visitorId === "" || visitorId.length > REPLAY_NAME_LENGTH)
    throw invalid(`device_id must be a string of at most ${REPLAY_NAME_LENGTH} characters.`);
  const sessionId = toText(query.session_id);
  // 0 means no session, which identifies no replay that could be deleted.
  if (!DIGITS.test(sessionId) || !Number.isSafeInteger(Number(sessionId)) || Number(sessionId) === 0)
    throw invalid("session_id must be a number: the session start in milliseconds since the epoch.");
  const sentAt = toText(query[REPLAY_SENT_PARAMETER]);
  const userAgent = cutText(request.userAgent, REPLAY_USER_AGENT_LENGTH);
  return {
    visitorId,
    sessionId: Number(sessionId),
    sentAt: DIGITS.test(sentAt) ? Number(sentAt) : null,
    receivedAt: now(),
    userAgent,
    country,
    isBot: describeUserAgent(userAgent).bot !== "",
  };
}

/**
 * Corrects the visitor's clock like that of events, so that a replay matches its visit.
 * @param latest latest time in the body. Used for clients that do not send the time of the request, which
 * must be later.
 */
export function correctClock(
  request: ReplayRequest,
  latest: Timestamp,
  { correctionOf }: Pick<ClockMemory, "correctionOf">,
): CorrectedRequest {
  const { visitorId, receivedAt } = request;
  const sentAt = request.sentAt ?? (latest > receivedAt ? latest : null);
  const correction = correctionOf(visitorId, { sentAt, receivedAt });
  return { ...request, correction, sessionId: correctSessionId(request.sessionId, correction) };
}

/** A message ID for content without one; the same when the content is resent. */
export function digestOf(
  { visitorId, sessionId }: Pick<ReplayRequest, "visitorId" | "sessionId">,
  content: string,
): string {
  return createHash("sha256").update(`${visitorId}\n${sessionId}\n`).update(content).digest("base64url");
}

/** Amplitude's client sends the key as a bearer token; beacons cannot set headers and send it in the query. */
function keyOf({ authorization, query }: CollectedRequest): string {
  const [scheme, token = ""] = authorization.split(" ");
  return scheme?.toLowerCase() === "bearer" ? token : toText(query.api_key);
}

function toText(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}
