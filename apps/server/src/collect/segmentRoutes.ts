import { MAX_BATCH_BYTES, MAX_BATCH_EVENTS, SEGMENT_CALLS, type SegmentCall } from "@marquee/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Ingest } from "./ingest.ts";
import { type IngestScopeOptions, prepareIngestScope } from "./ingestScope.ts";
import type { MemoryBudget } from "./memoryBudget.ts";
import { type JsonBody, readJson } from "./readJson.ts";
import { RejectedRequest } from "./rejectedRequest.ts";

interface SegmentRoutesOptions extends IngestScopeOptions {
  ingest: Ingest;
  budget: MemoryBudget;
  writeKey: string;
}

/** Maximum decompressed size of a body: ten times the limit on the wire. */
const MAX_DECODED_BYTES = 10 * MAX_BATCH_BYTES;

/** Segment's HTTP API: `POST /v1/{p,t,i,g,a,s,b}` and the long names. Never redirects, because clients lose redirected events. */
export function segmentRoutes(options: SegmentRoutesOptions) {
  const { ingest, budget, writeKey } = options;
  const limits = { budget, maxBytes: MAX_BATCH_BYTES, maxDecodedBytes: MAX_DECODED_BYTES };

  const handle = (request: FastifyRequest, reply: FastifyReply, type: SegmentCall | null) =>
    readJson(request, limits, async (body) => {
      checkKey(keyOf(request, body), writeKey);
      const { rejected, accepted, duplicates } = await ingest.accept({
        events: type ? [{ ...body, type }] : batchOf(body),
        sentAt: body.sentAt,
        userAgent: request.headers["user-agent"] ?? "",
        writeKey,
        address: request.ip,
      });
      if (rejected.length > 0 && accepted + duplicates === 0) {
        const message = `No event was accepted: ${rejected[0]?.reason}.`;
        return reply.status(400).send({ success: false, message, rejected });
      }
      return { success: true, ...(rejected.length > 0 ? { rejected } : {}) };
    });

  return async (scope: FastifyInstance): Promise<void> => {
    prepareIngestScope(scope, options);
    for (const [call, short] of Object.entries(SEGMENT_CALLS) as [SegmentCall, string][]) {
      for (const name of [call, short])
        scope.post(`/v1/${name}`, (request, reply) => handle(request, reply, call));
    }
    for (const name of ["b", "batch", "import"])
      scope.post(`/v1/${name}`, (request, reply) => handle(request, reply, null));
    scope.options("/v1/*", (_request, reply) => reply.status(204).send());
  };
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
function keyOf({ headers }: FastifyRequest, body: JsonBody): unknown {
  const [scheme, encoded = ""] = (headers.authorization ?? "").split(" ");
  if (scheme?.toLowerCase() !== "basic") return body.writeKey;
  return Buffer.from(encoded, "base64").toString().split(":")[0];
}
