import { MAX_BATCH_BYTES, MAX_BATCH_EVENTS, type SegmentCall } from "@marquee/contract";
import { basicKeyOf } from "./basicKey.ts";
import type { CollectedRequest, Received } from "./collectedRequest.ts";
import type { EventPipeline } from "./eventPipeline.ts";
import { type JsonBody, readJson, type WireBody } from "./readJson.ts";
import { RejectedRequest } from "./rejectedRequest.ts";

interface EventsOptions {
  pipeline: EventPipeline;
  writeKey: string;
}

/** Maximum decompressed size of a body: ten times the limit on the wire. */
const MAX_DECODED_BYTES = 10 * MAX_BATCH_BYTES;

/**
 * Receives a call of Segment's HTTP API, or a batch of calls.
 * @param call null for a batch.
 * @throws {RejectedRequest} if the body or key is invalid. @throws {SpoolError} if the events could not be stored.
 */
export async function receiveEvents(
  request: CollectedRequest,
  body: WireBody,
  call: SegmentCall | null,
  { pipeline, writeKey }: EventsOptions,
): Promise<Received> {
  const json = await readJson(body, {
    encoding: request.contentEncoding,
    maxDecodedBytes: MAX_DECODED_BYTES,
  });
  checkKey(keyOf(request, json), writeKey);
  // The key is not part of the event, and may be a secret.
  const events = call ? [{ ...json, type: call, writeKey: undefined }] : batchOf(json);
  body.sent.events = events.length;
  const { rejected, accepted, duplicates } = await pipeline.accept({
    events,
    sentAt: json.sentAt,
    userAgent: request.userAgent,
    writeKey,
    country: request.country,
    exclusion: request.exclusion,
    site: request.site,
  });
  const isRefused = rejected.length > 0 && accepted + duplicates === 0;
  return { rejected, ...(isRefused && { refusal: `No event was accepted: ${rejected[0]?.reason}.` }) };
}

function batchOf({ batch }: JsonBody): unknown[] {
  if (!Array.isArray(batch))
    throw new RejectedRequest({
      statusCode: 400,
      reason: "invalid_member",
      message: "batch must be an array of events.",
    });
  if (batch.length > MAX_BATCH_EVENTS)
    throw new RejectedRequest({
      statusCode: 413,
      reason: "batch_too_long",
      message: `The batch exceeds ${MAX_BATCH_EVENTS} events.`,
    });
  return batch;
}

function checkKey(key: unknown, writeKey: string): void {
  if (key === writeKey) return;
  throw new RejectedRequest({
    statusCode: 401,
    reason: "unknown_key",
    message: "Unknown write key. Use the value of WRITE_KEY.",
  });
}

/** The key is the user name of a Basic authorization header (server libraries) or in the body (browsers). */
function keyOf({ authorization }: CollectedRequest, body: JsonBody): unknown {
  return basicKeyOf(authorization) ?? body.writeKey;
}
