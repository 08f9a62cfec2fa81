import {
  MAX_SEGMENT_BYTES,
  REPLAY_ENCODING_PARAMETER,
  REPLAY_PATH,
  REPLAY_TYPES,
  type Timestamp,
} from "@marquee/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RecordingRow } from "../../storage/spool/recordingSpool.ts";
import type { Spool } from "../../storage/spool/spool.ts";
import type { Countries } from "../../visitor/countries.ts";
import { type IngestScopeOptions, prepareIngestScope } from "../ingestScope.ts";
import type { MemoryBudget } from "../memoryBudget.ts";
import { readJson } from "../readJson.ts";
import { decodeInOrder, receiveBodyWithinBudget } from "../receiveBody.ts";
import { readSegment } from "./readSegment.ts";
import { invalid } from "./refuseSegment.ts";
import { digestOf, type ReplayRequest, readReplayRequest } from "./replayRequest.ts";
import { toSegmentRow } from "./segmentRow.ts";
import { storeInteractions } from "./storeInteractions.ts";

interface ReplayRoutesOptions extends IngestScopeOptions {
  spool: Pick<Spool<RecordingRow>, "append">;
  budget: MemoryBudget;
  writeKey: string;
  countries: Countries;
  now: () => Timestamp;
}

/** Limit for a batch of interactions, both compressed and decompressed. */
const MAX_INTERACTION_BYTES = 1024 ** 2;
/** Bytes of a row in addition to its data. */
const ROW_BYTES = 2048;

/** `POST /v1/replay`: segments and interactions from our recorder and Amplitude's (specification, section 7). */
export function replayRoutes(options: ReplayRoutesOptions) {
  const { spool, budget } = options;

  const takeSegment = (request: FastifyRequest, replay: ReplayRequest) =>
    receiveBodyWithinBudget(request, { budget, maxBytes: MAX_SEGMENT_BYTES }, async (wire, share) => {
      const encoding = request.headers["content-encoding"] ?? encodingOf(request);
      const segment = await decodeInOrder(() => readSegment(wire, encoding));
      if (replay.isBot) return;
      share.take(segment.data.length);
      const row = toSegmentRow(segment, replay, digestOf(replay, segment.data));
      const message_id = `segment ${replay.visitorId} ${row.message_id}`;
      await spool.append([{ message_id, table: "replay_segments", row, bytes: row.data.length + ROW_BYTES }]);
    });

  const takeBatch = (request: FastifyRequest, replay: ReplayRequest) => {
    const limits = { budget, maxBytes: MAX_INTERACTION_BYTES, maxDecodedBytes: MAX_INTERACTION_BYTES };
    const encoding = encodingOf(request);
    return readJson(request, { ...limits, encoding }, (body) => storeInteractions(body, replay, options));
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const replay = readReplayRequest(request, options);
    const { type } = request.query as { type?: unknown };
    if (type === REPLAY_TYPES.segment) {
      await takeSegment(request, replay);
      return { success: true };
    }
    if (type !== REPLAY_TYPES.interaction)
      throw invalid(`type must be ${REPLAY_TYPES.segment} or ${REPLAY_TYPES.interaction}.`);
    const rejected = await takeBatch(request, replay);
    return reply.send({ success: true, ...(rejected.length > 0 ? { rejected } : {}) });
  };

  return async (scope: FastifyInstance): Promise<void> => {
    prepareIngestScope(scope, options);
    scope.post(REPLAY_PATH, handle);
  };
}

function encodingOf({ query }: FastifyRequest): string {
  const encoding = (query as Record<string, unknown>)[REPLAY_ENCODING_PARAMETER];
  return typeof encoding === "string" ? encoding : "";
}
