import { DEFAULT_RECORDING_SETTINGS } from "@marquee/contract";
import { expect, it } from "vitest";
import { privacyWarnings } from "./PrivacyFields.tsx";

const STRICT = {
  ...DEFAULT_RECORDING_SETTINGS,
  privacyLevel: "conservative" as const,
  blockSelectors: [".bill"],
  addressRules: [{ pattern: "https://*/team/*", replacement: "/team" }],
};

it("warns of every loss of privacy and of no gain", () => {
  expect(privacyWarnings(STRICT, DEFAULT_RECORDING_SETTINGS)).toEqual([
    "Page text will be recorded. Input stays masked.",
    "Elements that match .bill will be recorded.",
    "URLs that match https://*/team/* will no longer be masked the same way.",
  ]);
  expect(privacyWarnings(DEFAULT_RECORDING_SETTINGS, STRICT)).toEqual([]);
  expect(privacyWarnings(STRICT, { ...STRICT, blockSelectors: [".new", ".bill"] })).toEqual([]);
});

it("warns if a URL rule gets a different replacement", () => {
  const addressRules = [{ pattern: "https://*/team/*", replacement: "/team?id=*" }];
  expect(privacyWarnings(STRICT, { ...STRICT, addressRules })).toHaveLength(1);
});
