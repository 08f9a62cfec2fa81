import {
  type KeptParameters,
  REPLAY_ENCODING_PARAMETER,
  REPLAY_TYPES,
  type Timestamp,
} from "@marquee/contract";
import type { RecordingRow } from "../../platform/storage/spool/entries.ts";
import type { Spool } from "../../platform/storage/spool/spool.ts";
import type { ClockMemory } from "../clockMemory.ts";
import type { CollectedRequest, Received } from "../collectedRequest.ts";
import { readJson, type WireBody } from "../readJson.ts";
import { bodyTooLarge } from "../rejectedRequest.ts";
import type { Rejections } from "../rejections.ts";
import type { TextRules } from "../textRules.ts";
import { decodeInOrder } from "./inflateBody.ts";
import { readSegment } from "./readSegment.ts";
import { invalid } from "./refuseSegment.ts";
import { correctClock, digestOf, type ReplayRequest, readReplayRequest } from "./replayRequest.ts";
import { toSegmentRow } from "./segmentRow.ts";
import { storeInteractions } from "./storeInteractions.ts";

/** Dependencies for receiving recordings and RUM data. */
export interface RecordingOptions {
  spool: Pick<Spool<RecordingRow>, "append">;
  rejections: Pick<Rejections, "record">;
  writeKey: string;
  now: () => Timestamp;
  clocks: ClockMemory;
  rules: TextRules;
  keptParameters: KeptParameters;
}

/** Limit for a batch of interactions, both compressed and decompressed. */
const MAX_INTERACTION_BYTES = 1024 ** 2;

/**
 * Receives segments and interactions from our recorder and Amplitude's (specification, section 7).
 * @returns the rejected records of a batch of interactions.
 * @throws {RejectedRequest} if the request is invalid. @throws {SpoolError} if its content could not be stored.
 */
export async function receiveReplay(
  request: CollectedRequest,
  body: WireBody,
  options: RecordingOptions,
): Promise<Received> {
  const replay = readReplayRequest(request, options);
  const { type } = request.query;
  if (type === REPLAY_TYPES.segment) {
    await takeSegment(request, replay, body, options);
    return { rejected: [] };
  }
  if (type !== REPLAY_TYPES.interaction)
    throw invalid(`type must be ${REPLAY_TYPES.segment} or ${REPLAY_TYPES.interaction}.`);
  if (body.wire.byteLength > MAX_INTERACTION_BYTES)
    throw bodyTooLarge(MAX_INTERACTION_BYTES, body.wire.byteLength);
  const encoding = encodingOf(request);
  const json = await readJson(body, { encoding, maxDecodedBytes: MAX_INTERACTION_BYTES });
  if (Array.isArray(json.events)) body.sent.events = json.events.length;
  return { rejected: await storeInteractions(json, replay, options) };
}

async function takeSegment(
  request: CollectedRequest,
  replay: ReplayRequest,
  { wire, share }: WireBody,
  { spool, keptParameters, clocks }: RecordingOptions,
): Promise<void> {
  const segment = await decodeInOrder(() => readSegment(wire, encodingOf(request), keptParameters));
  if (replay.isBot) return;
  share.take(segment.data.length);
  const row = toSegmentRow(segment, correctClock(replay, segment.facts.end, clocks), {
    id: digestOf(replay, segment.data),
    keptParameters,
    clocks,
  });
  const message_id = `segment ${replay.visitorId} ${row.message_id}`;
  await spool.append([{ message_id, table: "replay_segments", row }]);
}

/** The header, or a parameter, because a beacon cannot set headers. */
function encodingOf({ query, contentEncoding }: CollectedRequest): string {
  const encoding = query[REPLAY_ENCODING_PARAMETER];
  return contentEncoding ?? (typeof encoding === "string" ? encoding : "");
}
