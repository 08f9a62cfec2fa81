import { ONE_MINUTE } from "@marquee/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { createRateLimit, networkOf, type RateLimit } from "./rateLimit.ts";

let now: number;
let limit: RateLimit;
beforeEach(() => {
  now = 0;
  limit = createRateLimit({ now: () => now, most: 10 });
});

const takeTen = (address: string) => {
  for (let count = 0; count < 10; count += 1) expect(limit.take(address)).toBeNull();
};

it("accepts ten requests in ten minutes, then returns the seconds until the next", () => {
  takeTen("203.0.113.1");
  now += ONE_MINUTE;
  expect(limit.take("203.0.113.1")).toBe(9 * 60);
  expect(limit.take("203.0.113.2")).toBeNull();
  now += 9 * ONE_MINUTE;
  expect(limit.take("203.0.113.1")).toBeNull();
});

it("counts an IPv6 network as one client and IPv4-mapped addresses separately", () => {
  takeTen("2001:db8:0:1::1");
  expect(limit.take("2001:db8:0:1:aaaa::2")).not.toBeNull();
  expect(limit.take("2001:db8:0:2::1")).toBeNull();
  takeTen("2001:db8::1");
  expect(limit.take("2001:db8:0:0:5::9")).not.toBeNull();
  takeTen("::ffff:203.0.113.1");
  expect(limit.take("::ffff:203.0.113.2")).toBeNull();
});

it("checks without counting, in a window of its own length", () => {
  limit = createRateLimit({ now: () => now, most: 1, window: 60 * ONE_MINUTE });
  expect([limit.check("a"), limit.check("a")]).toEqual([null, null]);
  expect(limit.take("a")).toBeNull();
  now += 59 * ONE_MINUTE;
  expect([limit.check("a"), limit.take("a")]).toEqual([60, 60]);
  now += ONE_MINUTE;
  expect(limit.check("a")).toBeNull();
});

describe("networkOf", () => {
  it.each([
    ["203.0.113.1", "203.0.113.1"],
    ["::ffff:203.0.113.1", "203.0.113.1"],
    ["::FFFF:cb00:7101", "203.0.113.1"],
    ["203.0.113.1:54321", "203.0.113.1"],
    ["2001:0DB8:0:01::1", "2001:db8:0:1"],
    ["2001:db8:0:1:ffff::203.0.113.1", "2001:db8:0:1"],
    ["[2001:db8:0:1::2]:443", "2001:db8:0:1"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["fe80::2%eth1", "fe80:0:0:0"],
    ["a visitor's id", "a visitor's id"],
    ["1234", "1234"],
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it("with a shorter prefix is the same for all its subnetworks", () => {
    expect(networkOf("2001:db8:7:1::1", 48)).toBe("2001:db8:7");
    expect(networkOf("2001:db8:7:ffff::2", 48)).toBe("2001:db8:7");
    expect(networkOf("203.0.113.1", 48)).toBe("203.0.113.1");
  });
});
