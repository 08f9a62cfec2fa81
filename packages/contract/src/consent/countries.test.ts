import { describe, expect, it } from "vitest";
import { EEA_COUNTRIES, EXTENDED_EEA_COUNTRIES, isPrivacyRestricted } from "./countries.ts";

describe("the European Economic Area", () => {
  it("has 30 unique, valid country codes, and the extended list adds GB", () => {
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    expect(new Set(EEA_COUNTRIES).size).toBe(30);
    expect(EEA_COUNTRIES.filter((code) => !names.of(code))).toEqual([]);
    expect(EXTENDED_EEA_COUNTRIES.slice(30)).toEqual(["GB"]);
  });

  it.each([
    ["DE", true],
    ["no", true],
    ["GB", true],
    ["", true],
    ["US", false],
    ["CH", false],
    ["EL", false],
  ])("%j is privacy-restricted: %s", (country, expected) => {
    expect(isPrivacyRestricted(country)).toBe(expected);
  });
});
