import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEMO_MESSAGE_SOURCE } from "./demoEvents.ts";
import { acceptDemoMessage } from "./useDemoFrame.ts";

const data = {
  source: DEMO_MESSAGE_SOURCE,
  event: "start flow",
  demo: { demoId: "trellis-walk", stepCount: 7 },
};
const origin = "https://trellis.example";
const source = { name: "the frame" };
const expected = { origin, source };

describe("acceptDemoMessage", () => {
  it("accepts the demo's message from our frame", () => {
    expect(acceptDemoMessage({ data, origin, source }, expected)).toEqual(data);
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
    expect(acceptDemoMessage({ data, origin: other, source }, expected)).toBeNull();
  });

  it("rejects a message from another window of our own origin", () => {
    expect(acceptDemoMessage({ data, origin, source: { name: "the frame" } }, expected)).toBeNull();
    expect(acceptDemoMessage({ data, origin, source: null }, expected)).toBeNull();
  });

  it("rejects everything while there is no frame", () => {
    expect(acceptDemoMessage({ data, origin, source: null }, { origin, source: null })).toBeNull();
  });

  it("rejects any other shape and never throws", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }), (other) => {
        expect(acceptDemoMessage({ data: other, origin, source }, expected)).toBeNull();
      }),
    );
    for (const other of ["x".repeat(5_000_000), JSON.stringify(data), [data], { ...data, source: "x" }])
      expect(acceptDemoMessage({ data: other, origin, source }, expected)).toBeNull();
  });

  it("keeps only the message's own fields", () => {
    const hostile = JSON.parse(
      `{"source":"${DEMO_MESSAGE_SOURCE}","event":"start flow","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},
        "demo":{"demoId":"trellis-walk","stepCount":7,"__proto__":{"polluted":1},"email":"ada@analytical.example"}}`,
    );
    hostile.demo.big = "x".repeat(1_000_000);
    expect(acceptDemoMessage({ data: hostile, origin, source }, expected)).toEqual(data);
    expect("polluted" in {}).toBe(false);
  });
});
