/** Browser and operating system for page properties (specification, section 3). Unknown values are empty strings. */
export interface BrowserDescription {
  browser: string;
  browserVersion: string;
  operatingSystem: string;
  operatingSystemVersion: string;
}

/** Name to the pattern before its version. Order matters: most user agents also contain the names of browsers further down. */
const BROWSERS = {
  Edge: "Edg\\w*/",
  Opera: "OPR/",
  "Samsung Internet": "SamsungBrowser/",
  Firefox: "(?:Firefox|FxiOS)/",
  Chrome: "(?:Chrome|CriOS)/",
  Safari: "Version/",
};

const SYSTEMS = {
  iOS: "iP(?:hone|ad|od).*? OS ",
  Android: "Android ",
  Windows: "Windows NT ",
  macOS: "Mac OS X ",
  ChromeOS: "CrOS \\S+ ",
  Linux: "Linux",
};

/** Parses the user agent coarsely, for page properties only; reports use the server's own parsing. */
export function describeBrowser(userAgent: string): BrowserDescription {
  const [browser, browserVersion] = firstMatch(BROWSERS, userAgent);
  const [operatingSystem, operatingSystemVersion] = firstMatch(SYSTEMS, userAgent);
  return { browser, browserVersion, operatingSystem, operatingSystemVersion };
}

function firstMatch(table: Record<string, string>, userAgent: string): [name: string, version: string] {
  for (const [name, before] of Object.entries(table)) {
    const version = new RegExp(`${before}([\\d._]*)`).exec(userAgent)?.[1];
    if (version !== undefined) return [name, version.replaceAll("_", ".")];
  }
  return ["", ""];
}

/**
 * First versions that support all CSS and JavaScript that the site uses without fallback, by the names of {@link describeBrowser}. The
 * minor version counts in hundredths: 16.04 is 16.4. Every browser on iOS has the engine of its system.
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

/** Whether a browser is of one of {@link MODERN_VERSIONS} or later; null if it is not among them. */
export function isModernBrowser(description: BrowserDescription): boolean | null {
  const { browser, browserVersion, operatingSystem, operatingSystemVersion } = description;
  const [name, version] =
    operatingSystem === "iOS" ? [operatingSystem, operatingSystemVersion] : [browser, browserVersion];
  const first = Object.entries(MODERN_VERSIONS).find(([known]) => known === name)?.[1];
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return first === undefined || version === "" ? null : major + minor / 100 >= first;
}
