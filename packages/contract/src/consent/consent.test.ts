import { expect, it } from "vitest";
import { isMeasuredByRegion } from "./consent.ts";

it.each([
  ["ask", true, false],
  ["ask", false, false],
  ["granted", true, false],
  ["granted", false, true],
] as const)(
  "with %s, restricted: %s, measures before a decision: %s",
  (consentDefault, isPrivacyRestricted, answer) => {
    expect(isMeasuredByRegion({ consentDefault, isPrivacyRestricted })).toBe(answer);
  },
);
