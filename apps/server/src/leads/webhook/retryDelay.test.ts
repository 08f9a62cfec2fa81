import { ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { MAX_ATTEMPTS, retryDelay } from "./retryDelay.ts";

it("waits twice as long each time, up to half of it by chance", () => {
  expect([1, 2, 3].map((attempts) => retryDelay(attempts, 1))).toEqual(
    [1, 2, 4].map((count) => count * ONE_MINUTE),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (n, random) => {
        expect(retryDelay(n, random)).toBeGreaterThanOrEqual(retryDelay(n, 1) / 2);
        expect(retryDelay(n, random)).toBeLessThanOrEqual(retryDelay(n, 1));
      },
    ),
  );
});

it("has tried for some hours by the last attempt", () => {
  const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => retryDelay(index + 1, 1));
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(8 * ONE_HOUR);
});
