import { createHash } from "node:crypto";
import { cutText, REPLAY_NAME_LENGTH, REPLAY_USER_AGENT_LENGTH, type Timestamp } from "@marquee/contract";
import { describeUserAgent } from "../../visitor/userAgent.ts";
import type { CollectedRequest } from "../collectedRequest.ts";
import { toId } from "../enrich.ts";
import { RejectedRequest } from "../rejectedRequest.ts";
import { invalid } from "./refuseSegment.ts";

/** Request data besides the body (specification, section 7). It does not include the sender's IP address. */
export interface ReplayRequest {
  visitorId: string;
  /** Start of the session in milliseconds since the epoch. */
  sessionId: number;
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

const SESSION_ID = /^\d{1,16}$/;

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
  // 0 would be no session: it identifies no replay that could be deleted.
  if (!SESSION_ID.test(sessionId) || !Number.isSafeInteger(Number(sessionId)) || Number(sessionId) === 0)
    throw invalid("session_id must be a number: the session start in milliseconds since the epoch.");
  const userAgent = cutText(request.userAgent, REPLAY_USER_AGENT_LENGTH);
  return {
    visitorId,
    sessionId: Number(sessionId),
    receivedAt: now(),
    userAgent,
    country,
    isBot: describeUserAgent(userAgent).bot !== "",
  };
}

/** A message ID for content without one; the same when the content is resent. */
export function digestOf({ visitorId, sessionId }: ReplayRequest, content: string): string {
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
