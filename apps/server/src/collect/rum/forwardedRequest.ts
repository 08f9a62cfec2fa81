import { REPLAY_USER_AGENT_LENGTH, type Timestamp } from "@marquee/contract";
import type { FastifyRequest } from "fastify";
import type { Countries } from "../../visitor/countries.ts";
import { describeUserAgent } from "../../visitor/userAgent.ts";
import { RejectedRequest } from "../rejectedRequest.ts";

const TRACKS = ["rum", "logs", "replay"] as const;

/** Where Datadog's client would send, as it tells a proxy. Nothing is ever fetched from there: the track alone counts. */
export interface ForwardedRequest {
  track: (typeof TRACKS)[number];
  /** As in `Content-Encoding`; empty for a body as it is. */
  encoding: string;
  receivedAt: Timestamp;
  userAgent: string;
  country: string;
  /** Whether a machine sent it: what machines see is not kept. */
  isMachine: boolean;
}

interface ReadOptions {
  writeKey: string;
  countries: Countries;
  now: () => Timestamp;
}

/** Path and query, and nothing else: no host, no fragment. */
const FORWARD = /^\/api\/v2\/([a-z]+)\?([^#]*)$/;

/**
 * Reads `ddforward` (js-core, `endpointBuilder.ts`).
 * @throws {RefusedRequest} when it names no track that is taken, or the client token is another one.
 */
export function readForwardedRequest(
  request: FastifyRequest,
  { writeKey, countries, now }: ReadOptions,
): ForwardedRequest {
  const { ddforward } = request.query as { ddforward?: unknown };
  const [, name, query] = FORWARD.exec(typeof ddforward === "string" ? ddforward : "") ?? [];
  const track = TRACKS.find((known) => known === name);
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
  const userAgent = (request.headers["user-agent"] ?? "").slice(0, REPLAY_USER_AGENT_LENGTH);
  return {
    track,
    encoding: parameters.get("dd-evp-encoding") ?? request.headers["content-encoding"] ?? "",
    receivedAt: now(),
    userAgent,
    country: countries.codeOf(request.ip),
    isMachine: describeUserAgent(userAgent).bot !== "",
  };
}
