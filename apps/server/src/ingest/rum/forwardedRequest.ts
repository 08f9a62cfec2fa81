import { cutText, REPLAY_USER_AGENT_LENGTH, type Timestamp } from "@marquee/contract";
import { describeUserAgent } from "../../platform/visitor/userAgent.ts";
import type { CollectedRequest } from "../collectedRequest.ts";
import { RejectedRequest } from "../rejectedRequest.ts";

const TRACKS = ["rum", "logs", "replay"] as const;

/** A request that Datadog's client sends to its `proxy`. Only the track of the target counts; the server never contacts it. */
export interface ForwardedRequest {
  track: (typeof TRACKS)[number];
  /** A name as in `Content-Encoding`; empty for an uncompressed body. */
  encoding: string;
  receivedAt: Timestamp;
  userAgent: string;
  country: string;
  /** True for bots; their events are not stored. */
  isBot: boolean;
}

interface ReadOptions {
  writeKey: string;
  now: () => Timestamp;
}

/** A path and query without a host or fragment. */
const FORWARD = /^\/api\/v2\/([a-z]+)\?([^#]*)$/;

/**
 * Reads the query parameter `ddforward` (js-core, `endpointBuilder.ts`).
 * @throws {RejectedRequest} 400 if its path is not that of a supported track, 401 if the client token is unknown.
 */
export function readForwardedRequest(
  request: CollectedRequest,
  { writeKey, now }: ReadOptions,
): ForwardedRequest {
  const { ddforward } = request.query;
  const [, name, query] = FORWARD.exec(typeof ddforward === "string" ? ddforward : "") ?? [];
  const track = TRACKS.find((each) => each === name);
  if (!track)
    throw new RejectedRequest({
      statusCode: 400,
      reason: "invalid_member",
      message: `ddforward must be /api/v2/ followed by ${TRACKS.join(", ")} and a query string.`,
    });
  const parameters = new URLSearchParams(query);
  if (parameters.get("dd-api-key") !== writeKey)
    throw new RejectedRequest({
      statusCode: 401,
      reason: "unknown_key",
      message: "Unknown client token. Set clientToken to the value of WRITE_KEY.",
    });
  const userAgent = cutText(request.userAgent, REPLAY_USER_AGENT_LENGTH);
  return {
    track,
    encoding: parameters.get("dd-evp-encoding") ?? request.contentEncoding ?? "",
    receivedAt: now(),
    userAgent,
    country: request.country,
    isBot: describeUserAgent(userAgent).bot !== "",
  };
}
