import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleOf } from "./sample.ts";

describe("sampleOf", () => {
  it("is the event's JSON where that is short", () => {
    const event = { type: "track", properties: { email: "who@example.com", list: [1, null, true] } };
    expect(sampleOf(event)).toBe(JSON.stringify(event));
  });

  it("leaves addresses out, wherever they are", () => {
    const event = {
      context: { ip: "anything", device: { IP: 5, remote_addr: "x" } },
      properties: { from: ["203.0.113.9", "2001:db8::7"] },
    };
    expect(sampleOf(event)).toBe('{"context":{"device":{}},"properties":{"from":["REDACTED","REDACTED"]}}');
  });

  it("survives any depth", () => {
    const deep = JSON.parse("[".repeat(10_000) + "]".repeat(10_000)) as unknown;
    expect(sampleOf(deep)).toBe(`${"[".repeat(8)}"…"${"]".repeat(8)}`);
  });

  it("keeps what is called like a part of every object as it came, and changes no object", () => {
    const event: unknown = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    expect(sampleOf(event)).toBe(JSON.stringify(event));
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("is at most 2 KB of whole characters, whatever the event", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 3000 }), (value, times) => {
        const sample = sampleOf({ text: "🌱ü".repeat(times), list: Array(times).fill(value), value });
        expect(Buffer.byteLength(sample)).toBeLessThanOrEqual(2048);
        expect(sample).not.toContain("\uFFFD");
      }),
    );
  });
});
