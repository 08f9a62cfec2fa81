import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEMO_MESSAGE_SOURCE, parseDemoMessage } from "./demoEvents.ts";
import { isFromFrame } from "./useDemoFrame.ts";

const data = {
  source: DEMO_MESSAGE_SOURCE,
  event: "start flow",
  demo: { demoId: "trellis-walk", stepCount: 7 },
};
const origin = "https://trellis.example";
const source = { name: "the frame" };
const expected = { origin, source };

interface Message {
  data: unknown;
  origin: string;
  source: unknown;
}
/** The result of the bridge for a message of our own demo. */
const accept = (message: Message, place: Omit<Message, "data">) =>
  isFromFrame(message, place) ? parseDemoMessage(message.data) : null;

describe("messages of the demo", () => {
  it("accepts the demo's message from our frame", () => {
    expect(accept({ data, origin, source }, expected)).toEqual(data);
  });

  it.each([
    "https://evil.example",
    "http://trellis.example",
    "https://trellis.example:8443",
    "https://trellis.example.evil.example",
    "https://sub.trellis.example",
    "HTTPS://TRELLIS.EXAMPLE",
    "null",
    "",
  ])("rejects a message from the origin %j", (other) => {
    expect(accept({ data, origin: other, source }, expected)).toBeNull();
  });

  it("rejects a message from another window of our own origin", () => {
    expect(accept({ data, origin, source: { name: "the frame" } }, expected)).toBeNull();
    expect(accept({ data, origin, source: null }, expected)).toBeNull();
  });

  it("come from the host of the demo, if another company hosts it", () => {
    const hosted = { origin: "https://capture.navattic.com", source };
    expect(isFromFrame({ origin: hosted.origin, source }, hosted)).toBe(true);
    expect(isFromFrame({ origin, source }, hosted)).toBe(false);
    expect(isFromFrame({ origin: "https://capture.navattic.com.evil.example", source }, hosted)).toBe(false);
    expect(isFromFrame({ origin: hosted.origin, source: {} }, hosted)).toBe(false);
  });

  it("rejects everything while there is no frame", () => {
    expect(accept({ data, origin, source: null }, { origin, source: null })).toBeNull();
  });

  it("rejects any other shape and never throws", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }), (other) => {
        expect(accept({ data: other, origin, source }, expected)).toBeNull();
      }),
    );
    for (const other of ["x".repeat(5_000_000), JSON.stringify(data), [data], { ...data, source: "x" }])
      expect(accept({ data: other, origin, source }, expected)).toBeNull();
  });

  it("keeps only the message's own fields", () => {
    const hostile = JSON.parse(
      `{"source":"${DEMO_MESSAGE_SOURCE}","event":"start flow","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},
        "demo":{"demoId":"trellis-walk","stepCount":7,"__proto__":{"polluted":1},"email":"ada@analytical.example"}}`,
    );
    hostile.demo.big = "x".repeat(1_000_000);
    expect(accept({ data: hostile, origin, source }, expected)).toEqual(data);
    expect("polluted" in {}).toBe(false);
  });
});
