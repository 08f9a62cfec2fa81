import { expect, it } from "vitest";
import { outdatedNode } from "./outdatedNode.ts";

it("reports a version of Node that no longer gets security fixes", () => {
  const saysAt = (version: string, day: string) => outdatedNode(version, new Date(day));
  expect(saysAt("20.20.2", "2026-12-01")).toBe(
    "Node 20.20.2 has had no security fixes since 2026-04-30. Use Node 24.",
  );
  expect([
    saysAt("20.20.2", "2026-04-01"),
    saysAt("24.22.0", "2026-12-01"),
    saysAt("30.0.0", "2027-01-01"),
  ]).toEqual([null, null, null]);
});
