import { MAX_BATCH_BYTES, MAX_BATCH_EVENTS, SEGMENT_CALLS, type SegmentCall } from "@marquee/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SpoolError } from "../storage/spool/spool.ts";
import { allowOrigin } from "./allowOrigin.ts";
import { BodyError, decodeBody } from "./decodeBody.ts";
import type { Ingest } from "./ingest.ts";

interface SegmentRoutesOptions {
  ingest: Ingest;
  writeKey: string;
  /** Other origins whose pages may send events. */
  allowedOrigins: readonly string[];
}

/** Unpacked, a body may be this much larger than on the wire. */
const MAX_DECODED_BYTES = 10 * MAX_BATCH_BYTES;
/** Requests under way at once, beyond which the next is asked to come again. */
const MAX_IN_FLIGHT = 2000;
const RETRY_AFTER_SECONDS = 1;
const SPOOL_RETRY_AFTER_SECONDS = 10;

/** Segment's HTTP API: `POST /v1/{p,t,i,g,a,s,b}` and the long names. Never redirects: clients lose what is redirected. */
export function segmentRoutes({ ingest, writeKey, allowedOrigins }: SegmentRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    let inFlight = 0;

    scope.removeAllContentTypeParsers();
    // Beacons send text/plain and some clients nothing at all: whatever it calls itself, it must be JSON.
    scope.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: MAX_BATCH_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler(answerError);
    scope.addHook("onRequest", async (request, reply) => allowOrigin(request, reply, allowedOrigins));

    const handle = async (request: FastifyRequest, reply: FastifyReply, type: SegmentCall | null) => {
      if (inFlight >= MAX_IN_FLIGHT) return busy(reply, 429, RETRY_AFTER_SECONDS);
      inFlight += 1;
      try {
        const body = await readBody(request);
        if (keyOf(request, body) !== writeKey)
          return refuse(reply, 401, "The write key is unknown; set WRITE_KEY's value.");
        const events = type ? [{ ...body, type }] : body.batch;
        if (!Array.isArray(events)) return refuse(reply, 400, "batch must be a list of events.");
        if (events.length > MAX_BATCH_EVENTS)
          return refuse(reply, 413, `A batch may have ${MAX_BATCH_EVENTS} events.`);
        const userAgent = request.headers["user-agent"] ?? "";
        const { rejected, accepted, duplicates } = await ingest.accept({
          events,
          sentAt: body.sentAt,
          userAgent,
          writeKey,
          address: request.ip,
        });
        if (rejected.length > 0 && accepted + duplicates === 0) {
          return reply
            .status(400)
            .send({ success: false, message: `No event was accepted: ${rejected[0]?.reason}.`, rejected });
        }
        return { success: true, ...(rejected.length > 0 ? { rejected } : {}) };
      } finally {
        inFlight -= 1;
      }
    };

    for (const [call, short] of Object.entries(SEGMENT_CALLS) as [SegmentCall, string][]) {
      for (const name of [call, short])
        scope.post(`/v1/${name}`, (request, reply) => handle(request, reply, call));
    }
    for (const name of ["b", "batch", "import"])
      scope.post(`/v1/${name}`, (request, reply) => handle(request, reply, null));
    scope.options("/v1/*", (_request, reply) => reply.status(204).send());
  };
}

async function readBody(request: FastifyRequest): Promise<Record<string, unknown>> {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const decoded = await decodeBody(raw, request.headers["content-encoding"], MAX_DECODED_BYTES);
  let value: unknown;
  try {
    value = JSON.parse(decoded.toString("utf8"));
  } catch {
    throw new BodyError(400, "The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BodyError(400, "The body must be a JSON object.");
  }
  return value as Record<string, unknown>;
}

/** The key comes as the user of a Basic header (server libraries) or in the body (browsers). */
function keyOf({ headers }: FastifyRequest, body: Record<string, unknown>): unknown {
  const [scheme, encoded = ""] = (headers.authorization ?? "").split(" ");
  if (scheme?.toLowerCase() !== "basic") return body.writeKey;
  return Buffer.from(encoded, "base64").toString().split(":")[0];
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.status(status).send({ success: false, message });
}

function busy(reply: FastifyReply, status: 429 | 503, seconds: number): FastifyReply {
  return refuse(
    reply.header("retry-after", String(seconds)),
    status,
    "Too busy to keep events just now; send them again.",
  );
}

/** Clients drop what 4xx answers and send again what 503 answers, so only what can never be taken is a 4xx. */
function answerError(
  error: FastifyError | BodyError | SpoolError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof BodyError) return refuse(reply, error.statusCode, error.message);
  if ("code" in error && error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return refuse(reply, 413, `A request may have ${MAX_BATCH_BYTES} bytes.`);
  }
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status && status < 500) return refuse(reply, status, error.message);
  request.log.error({ err: error }, "Events could not be kept.");
  return busy(reply, 503, SPOOL_RETRY_AFTER_SECONDS);
}
