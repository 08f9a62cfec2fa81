import { MAX_SEGMENT_BYTES, MAX_SEGMENT_RAW_BYTES, MONITORING_PATH, type Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RecordingRow } from "../../storage/spool/recordingSpool.ts";
import type { Spool } from "../../storage/spool/spool.ts";
import type { Countries } from "../../visitor/countries.ts";
import { decodeBody } from "../decodeBody.ts";
import { holdBody, readInTurn } from "../holdBody.ts";
import type { IntakeBudget } from "../intakeBudget.ts";
import { type IntakeScopeOptions, prepareIntakeScope } from "../intakeScope.ts";
import { inflateBody } from "../replay/inflateBody.ts";
import { type ForwardedRequest, readForwardedRequest } from "./forwardedRequest.ts";
import { readReplayParts } from "./readReplayParts.ts";
import { replayPartsRow } from "./replayPartsRow.ts";
import { takeLines } from "./takeLines.ts";

interface MonitoringRoutesOptions extends IntakeScopeOptions {
  spool: Pick<Spool<RecordingRow>, "append">;
  budget: IntakeBudget;
  writeKey: string;
  countries: Countries;
  now: () => Timestamp;
}

/** Of a batch of lines: Datadog's client sends 16 KiB, or one message of 256 KiB (specification, section 9). */
const MAX_BATCH_BYTES = 1024 ** 2;
const MAX_BATCH_RAW_BYTES = 4 * 1024 ** 2;
/** Of a segment, its description and what stands between them. */
const MAX_REPLAY_BYTES = MAX_SEGMENT_BYTES + 128 * 1024;
/** What a row weighs beside its data. */
const ROW_BYTES = 2048;
/** As Datadog's intake answers. */
const ACCEPTED = 202;

/** `POST /v1/monitoring?ddforward=…`: the intake that `proxy` of Datadog's browser client is set to. */
export function rumIntakeRoutes(options: MonitoringRoutesOptions) {
  const { spool, budget } = options;

  const takeBatch = (request: FastifyRequest, forwarded: ForwardedRequest, track: "rum" | "logs") =>
    holdBody(request, { budget, maxBytes: MAX_BATCH_BYTES }, async (wire, share) => {
      const body = await decodeBody(wire, forwarded.encoding, MAX_BATCH_RAW_BYTES);
      share.take(Math.max(0, body.byteLength - wire.byteLength));
      return takeLines(track, forwarded, body.toString(), options);
    });

  const takeReplay = (request: FastifyRequest, forwarded: ForwardedRequest) =>
    holdBody(request, { budget, maxBytes: MAX_REPLAY_BYTES }, async (wire, share) => {
      const replay = await readInTurn(async () => {
        // The parts are copies of what came, and the row is made of them.
        share.take(wire.byteLength);
        const parts = await readReplayParts(wire, request.headers["content-type"]);
        const rawBytes = await sizeUnpacked(parts.segment);
        share.take(base64Length(parts.segment.byteLength));
        return { ...parts, rawBytes };
      });
      if (forwarded.isMachine) return;
      const row = replayPartsRow(replay, forwarded);
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
    prepareIntakeScope(scope, options);
    scope.post(MONITORING_PATH, handle);
  };
}

/** @throws {RefusedRequest} when it is no zlib stream, or unpacks to more than a segment may. */
async function sizeUnpacked(segment: Buffer): Promise<number> {
  let bytes = 0;
  for await (const chunk of inflateBody(segment, "deflate", MAX_SEGMENT_RAW_BYTES)) bytes += chunk.byteLength;
  return bytes;
}

function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}
