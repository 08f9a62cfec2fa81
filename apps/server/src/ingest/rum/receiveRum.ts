import { MAX_SEGMENT_RAW_BYTES } from "@marquee/contract";
import type { CollectedRequest, Received } from "../collectedRequest.ts";
import { decodeBody } from "../decodeBody.ts";
import type { WireBody } from "../readJson.ts";
import { bodyTooLarge } from "../rejectedRequest.ts";
import { decodeInOrder, inflateBody } from "../replay/inflateBody.ts";
import type { RecordingOptions } from "../replay/receiveReplay.ts";
import { type ForwardedRequest, readForwardedRequest } from "./forwardedRequest.ts";
import type { CheckCustomerData } from "./largeData.ts";
import { readReplayParts, toReplayPartsRow } from "./replayParts.ts";
import { storeLines } from "./storeLines.ts";

interface RumOptions extends RecordingOptions {
  checkCustomerData: CheckCustomerData;
}

/** Limit for a batch of lines. Datadog's client sends 16 KiB, or one message of 256 KiB (specification, section 9). */
const MAX_BATCH_BYTES = 1024 ** 2;
const MAX_BATCH_RAW_BYTES = 4 * 1024 ** 2;

/**
 * Receives data that Datadog's browser client sends to its `proxy`: RUM events and logs as lines, or a recording's
 * segment.
 * @returns the rejected lines.
 * @throws {RejectedRequest} if the request is invalid. @throws {SpoolError} if its content could not be stored.
 */
export async function receiveRum(
  request: CollectedRequest,
  body: WireBody,
  options: RumOptions,
): Promise<Received> {
  const forwarded = readForwardedRequest(request, options);
  const { track } = forwarded;
  if (track !== "replay") {
    const { rejected, stored } = await takeLines(track, forwarded, body, options);
    const isCopied = request.wantsCopy && track === "rum" && stored.length > 0;
    return { rejected, ...(isCopied && { copy: stored.join("\n") }) };
  }
  await takeReplay(request, forwarded, body, options);
  return { rejected: [] };
}

async function takeLines(
  track: "rum" | "logs",
  forwarded: ForwardedRequest,
  { wire, share, sent }: WireBody,
  options: RumOptions,
): ReturnType<typeof storeLines> {
  if (wire.byteLength > MAX_BATCH_BYTES) throw bodyTooLarge(MAX_BATCH_BYTES, wire.byteLength);
  const body = await decodeBody(wire, forwarded.encoding, MAX_BATCH_RAW_BYTES);
  share.take(Math.max(0, body.byteLength - wire.byteLength));
  sent.bytes = body.byteLength;
  const lines = await storeLines(track, forwarded, body.toString(), options);
  sent.events = lines.stored.length + lines.rejected.length;
  return lines;
}

async function takeReplay(
  { contentType }: CollectedRequest,
  forwarded: ForwardedRequest,
  { wire, share }: WireBody,
  { spool }: RecordingOptions,
): Promise<void> {
  const replay = await decodeInOrder(async () => {
    // The parts are copies of the body, and the row is built from them.
    share.take(wire.byteLength);
    const parts = await readReplayParts(wire, contentType);
    const rawBytes = await decompressedSize(parts.segment);
    share.take(base64Length(parts.segment.byteLength));
    return { ...parts, rawBytes };
  });
  if (forwarded.isBot) return;
  const row = toReplayPartsRow(replay, forwarded);
  const message_id = `segment ${row.recording_id} ${row.message_id}`;
  await spool.append([{ message_id, table: "replay_segments", row }]);
}

/** @throws {RejectedRequest} if it is not a zlib stream or its decompressed size exceeds the limit of a segment. */
async function decompressedSize(segment: Buffer): Promise<number> {
  let bytes = 0;
  for await (const chunk of inflateBody(segment, "deflate", MAX_SEGMENT_RAW_BYTES)) bytes += chunk.byteLength;
  return bytes;
}

function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}
