import { ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { correctSessionId, createClockMemory } from "./clockMemory.ts";

const NOW = Date.UTC(2026, 5, 1, 12);

/** @param differences differences shown by the visitor's requests, in order. */
function corrections(...differences: (number | null)[]): number[] {
  const { correctionOf } = createClockMemory();
  return differences.map((difference) =>
    correctionOf("ann", { receivedAt: NOW, sentAt: difference === null ? null : NOW - difference }),
  );
}

describe("correctionOf", () => {
  it("treats less than two minutes as transit time", () => {
    expect(corrections(0, 29 * ONE_SECOND, 119 * ONE_SECOND)).toEqual([0, 0, 0]);
  });
  it("corrects a clock that is ahead, because no request arrives before it was sent", () => {
    expect(corrections(-2 * ONE_MINUTE, -ONE_MINUTE)).toEqual([-2 * ONE_MINUTE, -2 * ONE_MINUTE]);
  });
  it("keeps the correction of the first request, until the clock is set", () => {
    const behind = 3 * ONE_HOUR;
    expect(corrections(behind + ONE_MINUTE, behind, behind + 2 * ONE_MINUTE, 0, behind)).toEqual([
      behind + ONE_MINUTE,
      behind + ONE_MINUTE,
      behind + ONE_MINUTE,
      0,
      behind,
    ]);
  });
  it("uses the known clock for a request without a send time", () => {
    expect(corrections(null, -3 * ONE_DAY, null)).toEqual([0, -3 * ONE_DAY, -3 * ONE_DAY]);
  });
  it("separates visitors, and remembers nothing without an ID", () => {
    const { correctionOf } = createClockMemory();
    correctionOf("ann", { receivedAt: NOW, sentAt: NOW - ONE_DAY });
    correctionOf("", { receivedAt: NOW, sentAt: NOW - ONE_DAY });
    for (const visitor of ["ben", ""])
      expect(correctionOf(visitor, { receivedAt: NOW, sentAt: null })).toBe(0);
  });
});

it("corrects all segments of a recording like the first one, even if the clock was set meanwhile", () => {
  const { correctionOfRecording } = createClockMemory();
  expect([ONE_HOUR, 0, 5].map((correction) => correctionOfRecording("one", correction))).toEqual([
    ONE_HOUR,
    ONE_HOUR,
    ONE_HOUR,
  ]);
  expect(correctionOfRecording("other", 0)).toBe(0);
});

describe("correctSessionId", () => {
  it("keeps the ID of a clock that is off by a day or less", () => {
    for (const correction of [0, ONE_DAY, -ONE_DAY]) expect(correctSessionId(NOW, correction)).toBe(NOW);
  });
  it("does not depend on the transit time", () => {
    for (const way of [0, ONE_SECOND, ONE_MINUTE])
      expect(correctSessionId(NOW - 40 * ONE_DAY - 5, 40 * ONE_DAY + way)).toBe(NOW - 5);
  });
  it("returns no session if none was named", () => {
    for (const correction of [3 * ONE_DAY, -3 * ONE_DAY]) expect(correctSessionId(0, correction)).toBe(0);
    expect(correctSessionId(1, -3 * ONE_DAY)).toBe(0);
  });
});
