import { DEFAULT_RECORDING_SETTINGS } from "@marquee/contract";
import { expect, it } from "vitest";
import { weakerPrivacy } from "./weakerPrivacy.ts";

const STRICT = {
  ...DEFAULT_RECORDING_SETTINGS,
  privacyLevel: "conservative" as const,
  blockSelectors: [".bill"],
  addressRules: [{ pattern: "https://*/team/*", replacement: "/team" }],
};

it("names whatever visitors lose, and nothing that they gain", () => {
  expect(weakerPrivacy(STRICT, DEFAULT_RECORDING_SETTINGS)).toEqual([
    expect.stringContaining("Texts"),
    expect.stringContaining(".bill"),
    expect.stringContaining("https://*/team/*"),
  ]);
  expect(weakerPrivacy(DEFAULT_RECORDING_SETTINGS, STRICT)).toEqual([]);
  expect(weakerPrivacy(STRICT, { ...STRICT, blockSelectors: [".new", ".bill"] })).toEqual([]);
});

it("takes another replacement for a loss", () => {
  const addressRules = [{ pattern: "https://*/team/*", replacement: "/team?id=*" }];
  expect(weakerPrivacy(STRICT, { ...STRICT, addressRules })).toHaveLength(1);
});
