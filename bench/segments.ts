import { randomBytes, randomUUID } from "node:crypto";
import { deflateSync } from "node:zlib";
import { REPLAY_PATH, REPLAY_TYPES, SEGMENT_BYTES, type SegmentBody } from "@marquee/contract";
import autocannon from "autocannon";
import type { Figure } from "./support/figure.ts";
import { usageOf } from "./support/processes.ts";
import type { Product } from "./support/product.ts";

const DURATION_SECONDS = 8;
const CONNECTIONS = 8;
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";

/**
 * Recording segments per second that were acknowledged and thus flushed to disk. Each has the maximum size.
 */
export async function measureSegments(product: Product): Promise<Figure[]> {
  const { body, rawBytes } = createSegment();
  const before = usageOf(product.pid).processor;
  const began = Date.now();
  let sessions = 0;
  const next = () => {
    sessions += 1;
    return pathOf(began + sessions);
  };
  const result = await autocannon({
    url: product.url,
    connections: CONNECTIONS,
    duration: DURATION_SECONDS,
    method: "POST",
    headers: { "content-type": "text/plain", "user-agent": USER_AGENT },
    body,
    requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }],
  });
  const processor = usageOf(product.pid).processor - before;
  return [
    {
      what: `Segments of ${Math.round(body.byteLength / 1000)} kB (${Math.round(rawBytes / 1000)} kB unpacked) acknowledged`,
      value: result["2xx"] / DURATION_SECONDS,
      unit: "a second",
    },
    { what: "Segment, median", value: result.latency.p50, unit: "ms" },
    { what: "Segment, 99th percentile", value: result.latency.p99, unit: "ms" },
    {
      what: "Processor time of a segment, event store included",
      value: (processor / result["2xx"]) * 1e3,
      unit: "ms",
    },
    { what: "Segments refused", value: result.non2xx, unit: "requests" },
  ];
}

/** A path with a new visitor and session each time. */
function pathOf(session: number): string {
  const parameters = { device_id: randomUUID(), session_id: String(session), api_key: "local" };
  return `${REPLAY_PATH}?${new URLSearchParams({ ...parameters, type: REPLAY_TYPES.segment, encoding: "deflate" })}`;
}

/** A segment with page changes as when a visitor reads and clicks, filled up to {@link SEGMENT_BYTES}. */
function createSegment(): { body: Buffer; rawBytes: number } {
  const start = Date.now();
  const events: unknown[] = [];
  for (;;) {
    for (let index = 0; index < 50; index += 1) events.push(createEvent(start + events.length));
    const text = JSON.stringify(segmentOf(events, start));
    const body = deflateSync(text, { level: 6 });
    if (body.byteLength >= SEGMENT_BYTES) return { body, rawBytes: Buffer.byteLength(text) };
  }
}

function createEvent(timestamp: number) {
  const positions = Array.from({ length: 5 }, (_, index) => ({
    x: Math.round(Math.random() * 1280),
    y: Math.round(Math.random() * 720),
    id: Math.round(Math.random() * 2000),
    timeOffset: -100 * index,
  }));
  const attributes = [
    { id: Math.round(Math.random() * 2000), attributes: { class: randomBytes(4).toString("hex") } },
  ];
  const change = { source: 0, texts: [], attributes, removes: [], adds: [] };
  return { type: 3, timestamp, data: timestamp % 2 === 0 ? { source: 1, positions } : change };
}

function segmentOf(events: readonly unknown[], start: number): SegmentBody {
  return {
    version: 1,
    segment: {
      id: "bench.0",
      recordingId: "bench",
      index: 0,
      firstEvent: 0,
      start,
      end: start + events.length,
      hasFullSnapshot: false,
      reason: "bytes",
      pageUrl: "https://trellis.example/pricing",
      pageVersion: "",
      viewportWidth: 1280,
      viewportHeight: 720,
      userAgent: USER_AGENT,
      privacyLevel: "mask-user-input",
      admission: "sample",
    },
    events,
  };
}
