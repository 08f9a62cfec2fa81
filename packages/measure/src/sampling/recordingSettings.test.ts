import { DEFAULT_RECORDING_SETTINGS } from "@marquee/contract";
import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { isSampled, parseRecordingSettings, usableSelectors } from "./recordingSettings.ts";

const warn = vi.spyOn(console, "warn");
beforeEach(() => {
  warn.mockClear().mockImplementation(() => undefined);
});

const parse = (changes: Record<string, unknown>) =>
  parseRecordingSettings(JSON.parse(JSON.stringify({ ...DEFAULT_RECORDING_SETTINGS, ...changes })));

it("returns valid settings unchanged", () => {
  const rules = [
    { kind: "address", pattern: "/pricing" },
    { kind: "event", name: "Sign up" },
    { kind: "flag", key: "banner", value: "true" },
    { kind: "property", name: "plan", value: "free" },
    { kind: "source", source: "newsletter", until: 1_800_000_000_000 },
  ];
  const settings = { ...DEFAULT_RECORDING_SETTINGS, rules, blockSelectors: [".secret"] };
  expect(parse(settings)).toEqual(settings);
});

it("treats an unknown privacy level as the stricter one", () => {
  for (const privacyLevel of ["allow", "", null, undefined, 7, "MASK-USER-INPUT"])
    expect(parse({ privacyLevel }).privacyLevel).toBe("conservative");
});

it("treats an invalid percentage as 0 and logs it, and anything but true as false", () => {
  for (const sampleRate of ["100", 101, -1, null]) expect(parse({ sampleRate }).sampleRate).toBe(0);
  expect(warn).toHaveBeenCalledTimes(4);
  expect(warn.mock.lastCall?.[1]).toBe("Recording settings: sampleRate must be a number between 0 and 100.");
  expect(parse({ isCaptureEnabled: "false" }).isCaptureEnabled).toBe(false);
});

it("drops unknown rules", () => {
  const validRule = { kind: "event", name: "Sign up" };
  expect(parse({ rules: [validRule, { kind: "moon" }, { kind: "flag", key: "x" }, null] }).rules).toEqual([
    validRule,
  ]);
  expect(parse({ rules: "all" }).rules).toEqual([]);
});

it("rejects the settings if block selectors or address rules are invalid", () => {
  expect(() => parse({ blockSelectors: undefined })).toThrow(/blockSelectors/);
  expect(() => parse({ blockSelectors: [".secret", 7] })).toThrow(/blockSelectors/);
  expect(() => parse({ addressRules: [{ pattern: "*" }] })).toThrow(/addressRules/);
});

it("never enables capture for an invalid response", () => {
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

it("drops invalid selectors only", () => {
  const test = (selector: string) => {
    if (selector.startsWith("!")) throw new SyntaxError(`'${selector}' is not a valid selector.`);
  };
  expect(usableSelectors([".bill", "!", "#card", "!x"], test)).toEqual([".bill", "#card"]);
});

const sessionId = fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 });

it("samples about the given rate of sessions, even of consecutive IDs", () => {
  for (const rate of [5, 50, 95]) {
    const ids = Array.from({ length: 10_000 }, (_, index) => 1_800_000_000_000 + index);
    const share = ids.filter((id) => isSampled("replay", id, rate)).length / 100;
    expect(Math.abs(share - rate)).toBeLessThan(1.5);
  }
});

it("samples every session at 100 percent and none at 0", () => {
  fc.assert(fc.property(sessionId, (id) => isSampled("replay", id, 100) && !isSampled("replay", id, 0)));
});

it("keeps a sampled session in the sample at a higher rate", () => {
  fc.assert(
    fc.property(sessionId, fc.double({ min: 0, max: 100, noNaN: true }), (id, rate) => {
      return !isSampled("replay", id, rate) || isSampled("replay", id, Math.min(100, rate + 1));
    }),
  );
});
