import { describe, expect, it } from "vitest";
import { isRetried, parseRetryAfter, retryDelay } from "./retryStrategy.ts";

describe("isRetried", () => {
  it("retries what may pass, and drops what is final", () => {
    const retried = [400, 401, 403, 404, 408, 410, 413, 422, 429, 500, 501, 502, 503, 504].filter(isRetried);
    expect(retried).toEqual([408, 410, 429, 500, 502, 503, 504]);
  });
});

describe("retryDelay", () => {
  it("spreads over 500 ms up to 500 ms x 2^failures, five minutes at most", () => {
    expect([retryDelay(1, null, 0), retryDelay(1, null, 1)]).toEqual([500, 1000]);
    expect([retryDelay(4, null, 0), retryDelay(4, null, 1)]).toEqual([500, 8000]);
    expect(retryDelay(60, null, 1)).toBe(300_000);
  });

  it("is never shorter than the server asked", () => {
    expect(retryDelay(1, 20_000, 0)).toBe(20_000);
  });
});

describe("parseRetryAfter", () => {
  it.each([
    [null, null],
    ["5", 5000],
    ["0", 0],
    ["9999", 300_000],
    ["-1", null],
    ["1.5", null],
    ["Wed, 21 Oct 2026 07:28:00 GMT", null],
  ])("%s is %s ms", (header, expected) => {
    expect(parseRetryAfter(header)).toBe(expected);
  });
});
