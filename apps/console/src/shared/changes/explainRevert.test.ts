import type { Change } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { explainRevert } from "./explainRevert.ts";

const change = (overrides: Partial<Change>): Change => ({
  id: 1,
  at: 0,
  actor: "a@b.example",
  entity: "experiment",
  key: "quiz",
  action: "changed",
  before: {},
  after: {},
  isReversible: true,
  ...overrides,
});
const titleOf = (overrides: Partial<Change>) => explainRevert(change(overrides), 3 * 3_600_000)?.title;

describe("explainRevert", () => {
  it("explains the steps of an experiment", () => {
    expect(titleOf({ action: "created", before: null })).toBe("Delete this draft?");
    expect(titleOf({ action: "started" })).toBe("Revert the start?");
    expect(titleOf({ action: "stopped" })).toBe("Resume the experiment?");
    const resumed = explainRevert(change({ action: "stopped" }), 3 * 3_600_000);
    expect(resumed?.effects.join(" ")).toContain("(3h ago), everyone has seen the default");
  });

  it("needs no confirmation for values, or for restoring a deleted draft", () => {
    expect(titleOf({})).toBeUndefined();
    expect(titleOf({ action: "reverted", after: null })).toBeUndefined();
    expect(titleOf({ entity: "flag", action: "created", before: null })).toBeUndefined();
  });
});
