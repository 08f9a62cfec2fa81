import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureJson } from "./measureJson.ts";

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
};

describe("measureJson", () => {
  it("never returns fewer bytes than the JSON has", () => {
    const json = fc.jsonValue({ depthSize: "large", stringUnit: "binary" });
    fc.assert(
      fc.property(json, (value) => {
        const { mostBytes } = measureJson(value, 1000);
        expect(mostBytes).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(value)));
      }),
    );
  });

  it("stays close to the size of a typical event", () => {
    const event = { type: "track", event: "click web", properties: { button: "See plans", place: 3 } };
    expect(measureJson(event, 64).mostBytes).toBeLessThan(JSON.stringify(event).length * 8);
  });

  it.each([
    [64, false],
    [65, true],
    [100_000, true],
  ])("reports isTooDeep for %i levels as %s", (levels, isTooDeep) => {
    expect(measureJson(nested(levels), 64).isTooDeep).toBe(isTooDeep);
  });
});
