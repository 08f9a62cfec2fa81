import { DEFAULT_RECORDING_SETTINGS } from "@marquee/contract";
import { expect, it } from "vitest";
import { privacyWarnings } from "./privacyWarnings.ts";

const STRICT = {
  ...DEFAULT_RECORDING_SETTINGS,
  privacyLevel: "conservative" as const,
  blockSelectors: [".bill"],
  addressRules: [{ pattern: "https://*/team/*", replacement: "/team" }],
};

it("names whatever visitors lose, and nothing that they gain", () => {
  expect(privacyWarnings(STRICT, DEFAULT_RECORDING_SETTINGS)).toEqual([
    expect.stringContaining("Texts"),
    expect.stringContaining(".bill"),
    expect.stringContaining("https://*/team/*"),
  ]);
  expect(privacyWarnings(DEFAULT_RECORDING_SETTINGS, STRICT)).toEqual([]);
  expect(privacyWarnings(STRICT, { ...STRICT, blockSelectors: [".new", ".bill"] })).toEqual([]);
});

it("takes another replacement for a loss", () => {
  const addressRules = [{ pattern: "https://*/team/*", replacement: "/team?id=*" }];
  expect(privacyWarnings(STRICT, { ...STRICT, addressRules })).toHaveLength(1);
});
