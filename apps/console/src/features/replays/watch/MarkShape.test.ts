import { expect, it } from "vitest";
import { MARK_KINDS, MARK_STYLES } from "./MarkShape.tsx";

it("tells kinds apart without their colours", () => {
  const shapes = MARK_KINDS.map((kind) => MARK_STYLES[kind].shape);
  expect(new Set(shapes).size).toBe(MARK_KINDS.length);
});
