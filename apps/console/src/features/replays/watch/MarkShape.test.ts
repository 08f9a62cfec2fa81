import { expect, it } from "vitest";
import { MARK_KINDS, MARK_STYLES } from "./MarkShape.tsx";

it("has a different shape for every kind", () => {
  const shapes = MARK_KINDS.map((kind) => MARK_STYLES[kind].shape);
  expect(new Set(shapes).size).toBe(MARK_KINDS.length);
});
