import { DEFAULT_RECORDING_SETTINGS } from "@marquee/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isSampled, parseRecordingSettings, usableSelectors } from "./recordingSettings.ts";

const parse = (changes: Record<string, unknown>) =>
  parseRecordingSettings(JSON.parse(JSON.stringify({ ...DEFAULT_RECORDING_SETTINGS, ...changes })));

it("takes settings as they are", () => {
  const rules = [
    { kind: "address", pattern: "/pricing" },
    { kind: "event", name: "Sign up" },
    { kind: "flag", key: "banner", value: "true" },
    { kind: "property", name: "plan", value: "free" },
  ];
  const settings = { ...DEFAULT_RECORDING_SETTINGS, rules, blockSelectors: [".secret"] };
  expect(parse(settings)).toEqual(settings);
});

it("takes what is no level of privacy for the stricter one", () => {
  for (const privacyLevel of ["allow", "", null, undefined, 7, "MASK-USER-INPUT"])
    expect(parse({ privacyLevel }).privacyLevel).toBe("conservative");
});

it("takes what is no percentage for none, and what is not true for false", () => {
  for (const sampleRate of ["100", 101, -1, null]) expect(parse({ sampleRate }).sampleRate).toBe(0);
  expect(parse({ isCaptureEnabled: "false" }).isCaptureEnabled).toBe(false);
});

it("leaves out rules that it does not know", () => {
  const known = { kind: "event", name: "Sign up" };
  expect(parse({ rules: [known, { kind: "moon" }, { kind: "flag", key: "x" }, null] }).rules).toEqual([
    known,
  ]);
  expect(parse({ rules: "all" }).rules).toEqual([]);
});

it("does without settings rather than without what hides something", () => {
  expect(() => parse({ blockSelectors: undefined })).toThrow(/blockSelectors/);
  expect(() => parse({ blockSelectors: [".secret", 7] })).toThrow(/blockSelectors/);
  expect(() => parse({ addressRules: [{ pattern: "*" }] })).toThrow(/addressRules/);
});

it("never records because of nonsense", () => {
  fc.assert(
    fc.property(fc.anything(), (answer) => {
      try {
        const settings = parseRecordingSettings(answer);
        return settings.isCaptureEnabled === false;
      } catch {
        return true;
      }
    }),
  );
});

it("leaves out what is no selector, and nothing else", () => {
  const test = (selector: string) => {
    if (selector.startsWith("!")) throw new SyntaxError(`'${selector}' is not a valid selector.`);
  };
  expect(usableSelectors([".bill", "!", "#card", "!x"], test)).toEqual([".bill", "#card"]);
});

const sessionId = fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 });

it("takes about as many sessions as the rate says, of neighbouring ids too", () => {
  for (const rate of [5, 50, 95]) {
    const ids = Array.from({ length: 10_000 }, (_, index) => 1_800_000_000_000 + index);
    const share = ids.filter((id) => isSampled("replay", id, rate)).length / 100;
    expect(Math.abs(share - rate)).toBeLessThan(1.5);
  }
});

it("takes all at 100 percent and none at 0", () => {
  fc.assert(fc.property(sessionId, (id) => isSampled("replay", id, 100) && !isSampled("replay", id, 0)));
});

it("keeps a session that a lower rate took", () => {
  fc.assert(
    fc.property(sessionId, fc.double({ min: 0, max: 100, noNaN: true }), (id, rate) => {
      return !isSampled("replay", id, rate) || isSampled("replay", id, Math.min(100, rate + 1));
    }),
  );
});
