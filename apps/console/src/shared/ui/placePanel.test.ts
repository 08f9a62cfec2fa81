import { expect, it } from "vitest";
import { placePanel } from "./placePanel.ts";

const VIEWPORT = { width: 800, height: 600 };
const TRIGGER = { left: 100, top: 100, width: 60, height: 36 };
const PANEL = { left: 100, top: 142, width: 320, height: 200 };

it("leaves a panel that fits where it is", () => {
  expect(placePanel({ trigger: TRIGGER, panel: PANEL, viewport: VIEWPORT })).toEqual({
    x: 0,
    y: 0,
    maxHeight: 450,
  });
});

it("moves a panel into the window from either side", () => {
  const place = (left: number) =>
    placePanel({ trigger: TRIGGER, panel: { ...PANEL, left }, viewport: VIEWPORT }).x;
  expect(place(700)).toBe(-228);
  expect(place(-50)).toBe(58);
  const wide = { ...PANEL, left: 200, width: 900 };
  expect(placePanel({ trigger: TRIGGER, panel: wide, viewport: VIEWPORT }).x, "its start stays visible").toBe(
    -192,
  );
});

it("puts a panel above its trigger if there is more room, and lets it scroll", () => {
  const trigger = { ...TRIGGER, top: 500 };
  const low = { ...PANEL, top: 542 };
  expect(placePanel({ trigger, panel: low, viewport: VIEWPORT })).toEqual({ x: 0, y: -248, maxHeight: 486 });
  const long = { ...low, height: 800 };
  expect(placePanel({ trigger, panel: long, viewport: VIEWPORT })).toEqual({ x: 0, y: -534, maxHeight: 486 });
});
