import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDeflateStream } from "./deflateStream.ts";
import { addCompressed, addEvent, beginSegment, finishSegment, segmentBody } from "./segment.ts";

const begin = () =>
  beginSegment({
    deviceId: "device",
    sessionId: 1_700_000_000_000,
    recordingId: "recording",
    index: 3,
    firstEvent: 40,
    start: 100,
    reason: "init",
    context: {
      pageUrl: "https://example.test/ä",
      pageVersion: "",
      viewportWidth: 800,
      viewportHeight: 600,
      userAgent: "agent",
      privacyLevel: "mask-user-input",
      admission: "sample",
    },
  });

const events = fc.array(
  fc.record({ type: fc.constantFrom(2, 3, 4), timestamp: fc.nat(10_000), data: fc.json() }),
  { minLength: 1, maxLength: 20 },
);

test("the body holds every event once, in order, regardless of how much the worker has compressed", () => {
  fc.assert(
    fc.property(events, fc.array(fc.boolean()), (recordedEvents, flushes) => {
      const segment = begin();
      const stream = createDeflateStream();
      let unflushed = 0;
      recordedEvents.forEach((event, place) => {
        stream.write(new TextEncoder().encode(addEvent(segment, event)));
        unflushed += 1;
        if (!flushes[place]) return;
        addCompressed(segment, { count: unflushed, packed: stream.flush(), ...stream.total() });
        unflushed = 0;
      });
      finishSegment(segment);
      const body = inflateSync(segmentBody(segment.stored, segment.chunks));
      expect(JSON.parse(body.toString())).toEqual({
        version: 1,
        segment: {
          ...segment.stored.metadata,
          id: "recording.3",
          end: Math.max(100, ...recordedEvents.map(({ timestamp }) => timestamp)),
          hasFullSnapshot: recordedEvents.some(({ type }) => type === 2),
        },
        events: recordedEvents,
      });
    }),
  );
});

test("puts the metadata before the events", () => {
  const segment = begin();
  addEvent(segment, { type: 4, timestamp: 100 });
  finishSegment(segment);
  expect(inflateSync(segmentBody(segment.stored, segment.chunks)).toString()).toMatch(
    /^\{"version":1,"segment":\{"id":"recording\.3",.*\},"events":\[\{"type":4,"timestamp":100\}\]\}$/,
  );
});
