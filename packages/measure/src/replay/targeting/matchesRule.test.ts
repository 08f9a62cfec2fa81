import type { RecordingRule } from "@marquee/contract";
import { expect, it } from "vitest";
import { matchesRule, type Occurrence } from "./matchesRule.ts";

const signUp: Occurrence = {
  kind: "event",
  event: { type: "track", event: "Sign up", properties: { plan: "free", seats: 7, isNew: true } },
};
const page: Occurrence = { kind: "event", event: { type: "page", event: "Sign up", properties: {} } };
const flags: Occurrence = { kind: "flags", flags: { banner: true, look: { size: 2 }, text: "red" } };
const at = (path: string): Occurrence => ({ kind: "address", path });

const CASES: [rule: RecordingRule, occurrence: Occurrence, isMatch: boolean][] = [
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
];

it.each(CASES)("%o, %o: %s", (rule, occurrence, isMatch) => {
  expect(matchesRule(rule, occurrence)).toBe(isMatch);
});
