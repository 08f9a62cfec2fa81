import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeTip } from "./placeTip.ts";

const VIEWPORT = { width: 1440, height: 900 };
const TIP = { width: 240, height: 60 };
/** In the middle of the viewport, with room on every side. */
const TRIGGER = { left: 700, top: 440, width: 20, height: 20 };

describe("with enough room", () => {
  test.each([
    ["top", { left: 590, top: 372 }],
    ["bottom", { left: 590, top: 468 }],
    ["left", { left: 452, top: 420 }],
    ["right", { left: 728, top: 420 }],
  ] as const)("uses the requested side, %s", (side, place) => {
    const placement = placeTip({ trigger: TRIGGER, tip: TIP, viewport: VIEWPORT, side, align: "center" });
    expect(placement).toEqual({ side, ...place, arrow: side === "top" || side === "bottom" ? 120 : 30 });
  });

  test.each([
    ["start", 696, 14],
    ["end", 484, 226],
  ] as const)("aligns its %s with the trigger", (align, left, arrow) => {
    const placement = placeTip({ trigger: TRIGGER, tip: TIP, viewport: VIEWPORT, side: "top", align });
    expect(placement).toMatchObject({ left, arrow });
  });
});

describe("without enough room", () => {
  const request = { tip: TIP, viewport: { width: 390, height: 844 }, align: "center" } as const;

  test("flips to the opposite side", () => {
    const trigger = { left: 190, top: 10, width: 20, height: 20 };
    expect(placeTip({ ...request, trigger, side: "top" }).side).toBe("bottom");
    expect(placeTip({ ...request, trigger: { ...trigger, left: 340 }, side: "right" }).side).toBe("left");
  });

  test("moves below if neither left nor right has enough room", () => {
    const trigger = { left: 190, top: 400, width: 20, height: 20 };
    expect(placeTip({ ...request, trigger, side: "right" }).side).toBe("bottom");
  });

  test("moves along the edge, with the arrow moved the other way", () => {
    const trigger = { left: 360, top: 400, width: 20, height: 20 };
    expect(placeTip({ ...request, trigger, side: "top" })).toMatchObject({ left: 142, arrow: 226 });
  });
});

test("never cuts off a tip that fits or covers a trigger inside the viewport", () => {
  const length = (min: number, max: number) => fc.integer({ min, max });
  const requests = fc.record({
    viewport: fc.record({ width: length(320, 1600), height: length(480, 1200) }),
    tip: fc.record({ width: length(40, 288), height: length(24, 150) }),
    at: fc.record({
      x: fc.float({ min: 0, max: 1, noNaN: true }),
      y: fc.float({ min: 0, max: 1, noNaN: true }),
    }),
    side: fc.constantFrom("top" as const, "right" as const, "bottom" as const, "left" as const),
    align: fc.constantFrom("start" as const, "center" as const, "end" as const),
  });
  fc.assert(
    fc.property(requests, ({ viewport, tip, at, side, align }) => {
      const trigger = {
        left: at.x * (viewport.width - 20),
        top: at.y * (viewport.height - 20),
        width: 20,
        height: 20,
      };
      const { left, top, arrow, side: placedSide } = placeTip({ trigger, tip, viewport, side, align });
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(left + tip.width).toBeLessThanOrEqual(viewport.width);
      expect(top + tip.height).toBeLessThanOrEqual(viewport.height);
      const isApart =
        left >= trigger.left + 20 ||
        left + tip.width <= trigger.left ||
        top >= trigger.top + 20 ||
        top + tip.height <= trigger.top;
      expect(isApart).toBe(true);
      const along = placedSide === "top" || placedSide === "bottom" ? tip.width : tip.height;
      expect(arrow).toBeGreaterThanOrEqual(0);
      expect(arrow).toBeLessThanOrEqual(Math.max(along, 14));
    }),
  );
});
