import { MAX_SEGMENT_BYTES, MAX_SEGMENT_RAW_BYTES, RUM_PATH, type Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RecordingRow } from "../../storage/spool/recordingSpool.ts";
import type { Spool } from "../../storage/spool/spool.ts";
import type { Countries } from "../../visitor/countries.ts";
import { decodeBody } from "../decodeBody.ts";
import { type IngestScopeOptions, prepareIngestScope } from "../ingestScope.ts";
import type { MemoryBudget } from "../memoryBudget.ts";
import { decodeInOrder, receiveBodyWithinBudget } from "../receiveBody.ts";
import { inflateBody } from "../replay/inflateBody.ts";
import { type ForwardedRequest, readForwardedRequest } from "./forwardedRequest.ts";
import { readReplayParts, toReplayPartsRow } from "./replayParts.ts";
import { storeLines } from "./storeLines.ts";

interface RumRoutesOptions extends IngestScopeOptions {
  spool: Pick<Spool<RecordingRow>, "append">;
  budget: MemoryBudget;
  writeKey: string;
  countries: Countries;
  now: () => Timestamp;
}

/** Limit for a batch of lines. Datadog's client sends 16 KiB, or one message of 256 KiB (specification, section 9). */
const MAX_BATCH_BYTES = 1024 ** 2;
const MAX_BATCH_RAW_BYTES = 4 * 1024 ** 2;
/** A segment's metadata and the multipart boundaries. */
const MAX_REPLAY_BYTES = MAX_SEGMENT_BYTES + 128 * 1024;
/** Bytes of a row in addition to its data. */
const ROW_BYTES = 2048;
/** The status that Datadog's intake returns. */
const ACCEPTED = 202;

/** `POST /v1/monitoring?ddforward=…`, the target of the `proxy` option of Datadog's browser client. */
export function rumIntakeRoutes(options: RumRoutesOptions) {
  const { spool, budget } = options;

  const takeBatch = (request: FastifyRequest, forwarded: ForwardedRequest, track: "rum" | "logs") =>
    receiveBodyWithinBudget(request, { budget, maxBytes: MAX_BATCH_BYTES }, async (wire, share) => {
      const body = await decodeBody(wire, forwarded.encoding, MAX_BATCH_RAW_BYTES);
      share.take(Math.max(0, body.byteLength - wire.byteLength));
      return storeLines(track, forwarded, body.toString(), options);
    });

  const takeReplay = (request: FastifyRequest, forwarded: ForwardedRequest) =>
    receiveBodyWithinBudget(request, { budget, maxBytes: MAX_REPLAY_BYTES }, async (wire, share) => {
      const replay = await decodeInOrder(async () => {
        // The parts are copies of the body, and the row is built from them.
        share.take(wire.byteLength);
        const parts = await readReplayParts(wire, request.headers["content-type"]);
        const rawBytes = await decompressedSize(parts.segment);
        share.take(base64Length(parts.segment.byteLength));
        return { ...parts, rawBytes };
      });
      if (forwarded.isBot) return;
      const row = toReplayPartsRow(replay, forwarded);
      const message_id = `segment ${row.recording_id} ${row.message_id}`;
      await spool.append([{ message_id, table: "replay_segments", row, bytes: row.data.length + ROW_BYTES }]);
    });

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const forwarded = readForwardedRequest(request, options);
    const { track } = forwarded;
    const rejected = track === "replay" ? [] : await takeBatch(request, forwarded, track);
    if (track === "replay") await takeReplay(request, forwarded);
    return reply.status(ACCEPTED).send({ success: true, ...(rejected.length > 0 ? { rejected } : {}) });
  };

  return async (scope: FastifyInstance): Promise<void> => {
    prepareIngestScope(scope, options);
    scope.post(RUM_PATH, handle);
  };
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
