import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { beforeEach, expect, it } from "vitest";
import { createSenderUses, type SenderUses } from "./senderUses.ts";

const BUDGETS = { bytesPerHour: 1000, eventsPerHour: 100, bytesPerDay: 1e6 };

let now: number;
let uses: SenderUses;
beforeEach(() => {
  now = ONE_DAY * 20_000;
  uses = createSenderUses({ budgets: BUDGETS, now: () => now, maxNetworks: 100 });
});

function add(network: string, bytes: number) {
  const use = uses.of(network);
  use.bytes += bytes;
  use.today += bytes;
}

it("remembers a bounded number of networks, and never forgets the heaviest senders", () => {
  add("heavy", 900);
  for (let index = 0; index < 10_000; index += 1) {
    add(`flood ${index}`, 1);
    expect(uses.size()).toBeLessThanOrEqual(100);
  }
  expect(uses.of("heavy")).toMatchObject({ bytes: 900, today: 900 });
});

it("never lets a network restart below its use when it was dropped", () => {
  for (let round = 0; round < 40; round += 1)
    for (let index = 0; index < 150; index += 1) add(`one of many ${index}`, 5);
  for (let index = 0; index < 150; index += 1)
    expect(uses.of(`one of many ${index}`).bytes).toBeGreaterThanOrEqual(40 * 5);
});

it("charges a new network with little when others are dropped", () => {
  for (let index = 0; index < 1000; index += 1) add(`visitor ${index}`, 3);
  // 3,000 bytes in all, of which half of 100 networks can't have had more than 60 each.
  expect(uses.of("new").bytes).toBeLessThanOrEqual(60);
  now += ONE_HOUR;
  expect(uses.of("another").bytes).toBe(0);
});

it("refills the hourly budget continuously, the daily one at midnight, and nothing when the clock is set back", () => {
  add("a", 1500);
  now += ONE_HOUR / 2;
  expect(uses.of("a")).toMatchObject({ bytes: 1000, today: 1500 });
  now -= ONE_HOUR;
  expect(uses.of("a").bytes).toBe(1000);
  now += ONE_DAY;
  expect(uses.of("a")).toMatchObject({ bytes: 0, today: 0 });
});

it("works without budgets", () => {
  const none = { bytesPerHour: Infinity, eventsPerHour: Infinity, bytesPerDay: Infinity };
  uses = createSenderUses({ budgets: none, now: () => now, maxNetworks: 10 });
  for (let index = 0; index < 100; index += 1) {
    add(`network ${index}`, 5);
    now += 1;
  }
  expect(uses.of("network 99")).toMatchObject({ bytes: 0, events: 0 });
  expect(uses.size()).toBeLessThanOrEqual(10);
});
