import { describe, expect, it } from "vitest";
import { isRetried, parseRetryAfter, retryDelay } from "./retryStrategy.ts";

describe("isRetried", () => {
  it("retries temporary failures and drops final ones", () => {
    const retried = [400, 401, 403, 404, 408, 410, 413, 422, 429, 500, 501, 502, 503, 504].filter(isRetried);
    expect(retried).toEqual([408, 410, 429, 500, 502, 503, 504]);
  });
});

describe("retryDelay", () => {
  it("ranges from 500 ms to 500 ms x 2^failures, at most five minutes", () => {
    expect([retryDelay(1, null, 0), retryDelay(1, null, 1)]).toEqual([500, 1000]);
    expect([retryDelay(4, null, 0), retryDelay(4, null, 1)]).toEqual([500, 8000]);
    expect(retryDelay(60, null, 1)).toBe(300_000);
  });

  it("is never shorter than Retry-After", () => {
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
  ])("parses %s as %s ms", (header, expected) => {
    expect(parseRetryAfter(header)).toBe(expected);
  });
});
