import type { BrowserDescription } from "./describeBrowser.ts";

/**
 * First versions that support all CSS and JavaScript that the site uses without fallback, by the names of `describeBrowser`. The
 * minor version is in hundredths: 16.04 is 16.4. Every browser on iOS uses the system's engine.
 */
export const MODERN_VERSIONS = {
  Edge: 111,
  Opera: 97,
  "Samsung Internet": 22,
  Firefox: 128,
  Chrome: 111,
  Safari: 16.04,
  iOS: 16.04,
} as const;

/** Whether a browser has one of {@link MODERN_VERSIONS} or later; null if it is not listed. */
export function isModernBrowser(description: BrowserDescription): boolean | null {
  const { browser, browserVersion, operatingSystem, operatingSystemVersion } = description;
  const [name, version] =
    operatingSystem === "iOS" ? [operatingSystem, operatingSystemVersion] : [browser, browserVersion];
  const first = Object.entries(MODERN_VERSIONS).find(([each]) => each === name)?.[1];
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return first === undefined || version === "" ? null : major + minor / 100 >= first;
}
