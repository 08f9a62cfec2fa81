import { ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../platform/errors/apiError.ts";
import { type Attempt, type AttemptLimit, type Attempts, createAttempts } from "./attempts.ts";

let now: number;
let attempts: Attempts;
beforeEach(() => {
  now = Date.UTC(2026, 5, 1, 12);
  attempts = createAttempts(() => now);
});

const limit = (key: string): AttemptLimit => ({
  kind: key.split(" ")[0] ?? "",
  key,
  most: 10,
  clearsOnSuccess: key.startsWith("email"),
});
const take = (...keys: string[]): Attempt => attempts.take(keys.map(limit));

function takeTimes(count: number, ...keys: string[]): void {
  for (let time = 0; time < count; time += 1) take(...keys);
}

function refusalOf(...keys: string[]): Pick<ApiError, "code" | "message" | "retryAfter"> | null {
  try {
    take(...keys);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, message: error.message, retryAfter: error.retryAfter };
  }
}

describe("createAttempts", () => {
  it("rejects the eleventh attempt for a key with a retry time", () => {
    takeTimes(10, "email a");
    expect(refusalOf("email a")).toEqual({
      code: "too_many_requests",
      message: "Too many attempts. Try again in 15 minutes.",
      retryAfter: 900,
    });
    now += 14 * ONE_MINUTE + 1;
    expect(refusalOf("email a")).toMatchObject({
      message: "Too many attempts. Try again in a minute.",
      retryAfter: 60,
    });
  });

  it("forgets each attempt after fifteen minutes and does not count rejected ones", () => {
    takeTimes(9, "email a");
    now += 10 * ONE_MINUTE;
    takeTimes(1, "email a");
    expect(refusalOf("email a")?.retryAfter).toBe(300);
    now += 5 * ONE_MINUTE - ONE_SECOND;
    expect(refusalOf("email a")?.retryAfter).toBe(1);
    now += ONE_SECOND;
    takeTimes(9, "email a");
    expect(refusalOf("email a")?.retryAfter).toBe(600);
  });

  it("counts for every key and rejects when one of them reaches its limit", () => {
    takeTimes(5, "address 1", "email a");
    takeTimes(5, "address 1", "email b");
    expect(refusalOf("address 1", "email c")).not.toBeNull();
    expect(refusalOf("address 2", "email a")).toBeNull();
  });

  it("does not count a rejected attempt for its other keys", () => {
    takeTimes(10, "address 1");
    for (let time = 0; time < 20; time += 1) expect(refusalOf("email a", "address 1")).not.toBeNull();
    expect(refusalOf("email a", "address 2")).toBeNull();
  });

  it("applies the limit of each key", () => {
    const wide = { kind: "network", key: "network 1", most: 25, clearsOnSuccess: false };
    for (let time = 0; time < 25; time += 1) attempts.take([wide]);
    expect(() => attempts.take([wide])).toThrow("Too many attempts");
    expect(refusalOf("network 1")?.retryAfter).toBe(900);
  });

  it("clears own counters after a successful attempt and refunds it to shared ones", () => {
    takeTimes(9, "network 1", "email a");
    take("network 1", "email a").succeed();
    takeTimes(1, "network 1", "email b");
    expect(refusalOf("network 1")).not.toBeNull();
    takeTimes(10, "email a");
    expect(refusalOf("email a")).not.toBeNull();
  });

  it("refunds a canceled attempt to every counter", () => {
    takeTimes(9, "network 1", "email a");
    take("network 1", "email a").cancel();
    take("network 1", "email a");
    expect(refusalOf("email a")).not.toBeNull();
    expect(refusalOf("network 1")).not.toBeNull();
  });

  it("remembers a bounded number of keys per kind and drops the oldest", () => {
    takeTimes(10, "email first");
    takeTimes(10, "address first");
    for (let key = 0; key < 40_000; key += 1) take(`address ${key}`);
    expect(refusalOf("address first")).toBeNull();
    expect(refusalOf("email first")).not.toBeNull();
    takeTimes(9, "address 39999");
    expect(refusalOf("address 39999")).not.toBeNull();
  });
});
