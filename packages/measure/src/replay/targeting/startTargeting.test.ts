import {
  ADDRESS_POLL_INTERVAL,
  DEFAULT_RECORDING_SETTINGS,
  ONE_DAY,
  ONE_SECOND,
  type RecordingRule,
} from "@marquee/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFakeStore } from "../../testing/fakes.ts";
import { decideRecording } from "../startReplay.ts";
import { createRuleMatches, matchesRule, type RuleInput, startTargeting } from "./startTargeting.ts";

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
  const memory = createRuleMatches({ store, key: KEY, now: Date.now });
  const page = { path: "/" };
  const onMatch = vi.fn();
  const arrival = { type: "page", context: { attribution: { last: { utm_source: "Launch" } } } } as const;
  const currentPath = () => page.path;
  const targeting = startTargeting({ rules, memory, arrival, flags: {}, currentPath, onMatch });
  return { targeting, page, onMatch, store, memory };
}

const decide = ({ memory }: ReturnType<typeof open>, settings = SETTINGS) =>
  decideRecording(settings, 1_800_000_000_000, memory);

it("detects a path change within a second, reports it once and stops polling", () => {
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

it("matches the source of the visit immediately", () => {
  expect(open([{ kind: "source", source: "launch" }]).onMatch).toHaveBeenCalledTimes(1);
  expect(open([{ kind: "source", source: "other" }]).onMatch).not.toHaveBeenCalled();
});

it("runs no timer without an address rule, and none after stop", () => {
  open([SIGN_UP]);
  expect(vi.getTimerCount()).toBe(0);
  const { targeting, onMatch } = open([PRICING, SIGN_UP]);
  targeting.stop();
  expect(vi.getTimerCount()).toBe(0);
  targeting.see({ type: "track", event: "Sign up", properties: {} });
  expect(onMatch).not.toHaveBeenCalled();
});

it("admits later pages for two days after a match, and no longer", () => {
  const first = open(SETTINGS.rules);
  expect(decide(first)).toBeNull();
  first.targeting.see({ type: "track", event: "Sign up", properties: {} });
  const admitted = { admission: "targeting", rule: '["event","Sign up"]' };
  expect(decide(open(SETTINGS.rules, first.store))).toEqual(admitted);
  vi.advanceTimersByTime(2 * ONE_DAY - ONE_SECOND);
  expect(decide(open(SETTINGS.rules, first.store))).toEqual(admitted);
  vi.advanceTimersByTime(ONE_SECOND);
  const later = open(SETTINGS.rules, first.store);
  expect(decide(later)).toBeNull();
  expect(later.store.entries.has(KEY)).toBe(false);
});

it("recognizes a temporary rule that was extended, and one without its end", () => {
  const until = Date.now() + ONE_DAY;
  const tab = open([{ ...SIGN_UP, until }]);
  tab.targeting.see({ type: "track", event: "Sign up", properties: {} });
  expect(tab.memory.find([{ ...SIGN_UP, until: until + ONE_DAY }])).toBeDefined();
  expect(tab.memory.find([PRICING, SIGN_UP])).toBe(SIGN_UP);
});

it("ignores a match whose rule was removed, and a match in the future", () => {
  const store = createFakeStore(new Map([[KEY, JSON.stringify({ '["event","Sign up"]': Date.now() + 1 })]]));
  expect(decide(open(SETTINGS.rules, store))).toBeNull();
  const tab = open(SETTINGS.rules);
  tab.targeting.see({ type: "track", event: "Sign up", properties: {} });
  expect(decide(tab, { ...SETTINGS, rules: [PRICING] })).toBeNull();
});

it("admits no session while capture is off", () => {
  const tab = open(SETTINGS.rules);
  tab.targeting.see({ type: "track", event: "Sign up", properties: {} });
  expect(decide(tab, { ...SETTINGS, sampleRate: 100 })).toEqual({ admission: "sample" });
  expect(decide(tab, { ...SETTINGS, sampleRate: 100, isCaptureEnabled: false })).toBeNull();
});

const signUp: RuleInput = {
  kind: "event",
  event: { type: "track", event: "Sign up", properties: { plan: "free", seats: 7, isNew: true } },
};
const from = (utm_source: string): RuleInput => ({
  kind: "event",
  event: { type: "page", properties: {}, context: { attribution: { last: { utm_source } } } },
});
const page: RuleInput = { kind: "event", event: { type: "page", event: "Sign up", properties: {} } };
const flags: RuleInput = { kind: "flags", flags: { banner: true, look: { size: 2 }, text: "red" } };
const at = (path: string): RuleInput => ({ kind: "address", path });

const CASES: [rule: RecordingRule, occurrence: RuleInput, isMatch: boolean][] = [
  [{ kind: "address", pattern: "/pricing" }, at("/pricing"), true],
  [{ kind: "address", pattern: "/pricing" }, at("/pricing/x"), false],
  [{ kind: "address", pattern: "/lp/*/start" }, at("/lp/a/b/start"), true],
  [{ kind: "address", pattern: "*" }, signUp, false],
  [{ kind: "event", name: "Sign up" }, signUp, true],
  [{ kind: "event", name: "sign up" }, signUp, false],
  [{ kind: "event", name: "Sign up" }, page, false],
  [{ kind: "flag", key: "banner", value: " true " }, flags, true],
  [{ kind: "flag", key: "look", value: '{ "size": 2 }' }, flags, true],
  [{ kind: "flag", key: "text", value: "red" }, flags, true],
  [{ kind: "flag", key: "text", value: '"red"' }, flags, true],
  [{ kind: "flag", key: "toString", value: "" }, flags, false],
  [{ kind: "property", name: "plan", value: "free" }, signUp, true],
  [{ kind: "property", name: "seats", value: "7" }, signUp, true],
  [{ kind: "property", name: "isNew", value: "true" }, signUp, true],
  [{ kind: "property", name: "plan", value: "business" }, signUp, false],
  [{ kind: "property", name: "none", value: "undefined" }, signUp, false],
  [{ kind: "source", source: " Newsletter " }, from("newsletter"), true],
  [{ kind: "source", source: "news" }, from("newsletter"), false],
  [{ kind: "source", source: "undefined" }, signUp, false],
];

it.each(CASES)("matches %o against %o: %s", (rule, occurrence, isMatch) => {
  expect(matchesRule(rule, occurrence)).toBe(isMatch);
});
