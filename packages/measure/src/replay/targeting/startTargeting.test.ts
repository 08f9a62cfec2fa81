import {
  ADDRESS_POLL_INTERVAL,
  DEFAULT_RECORDING_SETTINGS,
  ONE_DAY,
  ONE_SECOND,
  type RecordingRule,
} from "@marquee/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFakeStore } from "../../testing/fakes.ts";
import { decideAdmission } from "./decideAdmission.ts";
import { createMatchMemory } from "./matchMemory.ts";
import { startTargeting } from "./startTargeting.ts";

const KEY = "matches";
const PRICING: RecordingRule = { kind: "address", pattern: "/pricing*" };
const SIGN_UP: RecordingRule = { kind: "event", name: "Sign up" };
const SETTINGS = {
  ...DEFAULT_RECORDING_SETTINGS,
  isCaptureEnabled: true,
  sampleRate: 0,
  rules: [PRICING, SIGN_UP],
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function open(rules: readonly RecordingRule[], store = createFakeStore()) {
  const memory = createMatchMemory({ store, key: KEY, now: Date.now });
  const page = { path: "/" };
  const onMatch = vi.fn();
  const targeting = startTargeting({ rules, memory, flags: {}, currentPath: () => page.path, onMatch });
  return { targeting, page, onMatch, store, memory };
}

const decide = ({ memory }: ReturnType<typeof open>, settings = SETTINGS) =>
  decideAdmission(settings, 1_800_000_000_000, memory);

it("sees a change of the address within a second, says so once and looks no more", () => {
  const tab = open([PRICING]);
  tab.page.path = "/pricing/quiz";
  vi.advanceTimersByTime(ADDRESS_POLL_INTERVAL - 1);
  expect(tab.onMatch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(tab.onMatch).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(ADDRESS_POLL_INTERVAL * 3);
  expect(tab.onMatch).toHaveBeenCalledTimes(1);
});

it("keeps no timer where no rule is about the address, and none once stopped", () => {
  open([SIGN_UP]);
  expect(vi.getTimerCount()).toBe(0);
  const { targeting, onMatch } = open([PRICING, SIGN_UP]);
  targeting.stop();
  expect(vi.getTimerCount()).toBe(0);
  targeting.see({ type: "track", event: "Sign up", properties: {} });
  expect(onMatch).not.toHaveBeenCalled();
});

it("lets the next pages of two days be recorded after a match, and no longer", () => {
  const first = open(SETTINGS.rules);
  expect(decide(first)).toBeNull();
  first.targeting.see({ type: "track", event: "Sign up", properties: {} });
  expect(decide(open(SETTINGS.rules, first.store))).toBe("targeting");
  vi.advanceTimersByTime(2 * ONE_DAY - ONE_SECOND);
  expect(decide(open(SETTINGS.rules, first.store))).toBe("targeting");
  vi.advanceTimersByTime(ONE_SECOND);
  const later = open(SETTINGS.rules, first.store);
  expect(decide(later)).toBeNull();
  expect(later.store.entries.has(KEY)).toBe(false);
});

it("forgets a match whose rule is gone, and believes no clock that was ahead", () => {
  const store = createFakeStore(new Map([[KEY, JSON.stringify({ '["event","Sign up"]': Date.now() + 1 })]]));
  expect(decide(open(SETTINGS.rules, store))).toBeNull();
  const tab = open(SETTINGS.rules);
  tab.targeting.see({ type: "track", event: "Sign up", properties: {} });
  expect(decide(tab, { ...SETTINGS, rules: [PRICING] })).toBeNull();
});

it("admits nobody while capture is off", () => {
  const tab = open(SETTINGS.rules);
  tab.targeting.see({ type: "track", event: "Sign up", properties: {} });
  expect(decide(tab, { ...SETTINGS, sampleRate: 100 })).toBe("sample");
  expect(decide(tab, { ...SETTINGS, sampleRate: 100, isCaptureEnabled: false })).toBeNull();
});
