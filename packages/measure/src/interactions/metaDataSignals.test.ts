import { describe, expect, it } from "vitest";
import { describeSignals } from "./metaDataSignals.ts";

const signals = (language: string) =>
  describeSignals({
    language,
    platform: "MacIntel",
    path: "/lp",
    operatingSystem: "macOS",
    browser: "Chrome",
  });

describe("describeSignals", () => {
  it("returns the fields of the specification", () => {
    expect(signals("de-AT")).toEqual({
      eventName: "Web Meta Data Signals",
      country_location: "AT",
      page_context: "/lp",
      device_type: "MacIntel",
      language: "de-AT",
      operating_system: "macOS",
      browser_type: "Chrome",
    });
  });

  it.each([
    ["en", ""],
    ["pt-br", "BR"],
    ["zh-Hans-CN", "CN"],
    ["sr-Latn", ""],
    ["es-419", "419"],
    ["", ""],
  ])("parses the region of %j as %j", (language, region) => {
    expect(signals(language).country_location).toBe(region);
  });
});
