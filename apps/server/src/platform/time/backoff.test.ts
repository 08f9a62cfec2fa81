import { ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { backoffDelay } from "./backoff.ts";

const DELAYS = { base: ONE_SECOND, longest: ONE_MINUTE };

it("doubles the delay up to the longest", () => {
  const delays = [1, 2, 3, 7, 100].map((failures) => backoffDelay(failures, DELAYS, 1));
  expect(delays).toEqual([1, 2, 4, 60, 60].map((seconds) => seconds * ONE_SECOND));
});

it("randomizes the second half of the delay", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, random) => {
        const full = backoffDelay(failures, DELAYS, 1);
        const drawn = backoffDelay(failures, DELAYS, random);
        expect(drawn).toBe(Math.round(full / 2 + (full / 2) * random));
      },
    ),
  );
});
