import { once } from "node:events";
import { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { MAX_SEGMENT_BYTES } from "@marquee/contract";
import { checkReplayEvent, type ReplayEvent } from "@marquee/contract/schema";
import { invalid, tooLarge } from "../replay/refuseSegment.ts";

/** A segment of Datadog's recorder: `event` says what `segment` holds (browser-rum, `buildReplayPayload.ts`). */
interface ReplayParts {
  /** A zlib stream. */
  segment: Buffer;
  event: ReplayEvent;
}

const MAX_EVENT_BYTES = 64 * 1024;
const LIMITS = { fields: 4, files: 4, parts: 8, headerPairs: 20, fieldSize: MAX_EVENT_BYTES };

/**
 * @param body with bounded size.
 * @throws {RefusedRequest} if a part is missing or invalid.
 */
export async function readReplayParts(body: Buffer, contentType: string | undefined): Promise<ReplayParts> {
  const parts = await readParts(body, contentType);
  const segment = parts.get("segment");
  const event = parts.get("event");
  if (!segment || !event) throw invalid("The body must have the parts segment and event.");
  if (segment.byteLength > MAX_SEGMENT_BYTES) throw tooLarge(`segment exceeds ${MAX_SEGMENT_BYTES} bytes.`);
  if (event.byteLength > MAX_EVENT_BYTES) throw tooLarge(`event exceeds ${MAX_EVENT_BYTES} bytes.`);
  const checked = checkReplayEvent(parseJson(event));
  if ("problem" in checked) throw invalid(`event: ${checked.problem}.`);
  return { segment, event: checked.value };
}

async function readParts(body: Buffer, contentType = ""): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  try {
    const busboy = new Busboy({ headers: { "content-type": contentType }, limits: LIMITS });
    busboy.on("file", (name, stream) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => parts.set(name, Buffer.concat(chunks)));
      // The body's own error says the same.
      stream.on("error", () => undefined);
    });
    busboy.on("field", (name, value) => parts.set(name, Buffer.from(String(value))));
    Readable.from([body]).pipe(busboy);
    await once(busboy, "finish");
  } catch {
    throw invalid("The body must be multipart/form-data with the parts segment and event.");
  }
  return parts;
}

function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    throw invalid("The part event must be JSON.");
  }
}
