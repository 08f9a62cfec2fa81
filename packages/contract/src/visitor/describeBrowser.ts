/** Browser and operating system for page properties (specification, section 3). Unknown values are empty strings. */
export interface BrowserDescription {
  browser: string;
  browserVersion: string;
  operatingSystem: string;
  operatingSystemVersion: string;
}

/** Name to the pattern of its version. Order matters: most user agents also contain the names of browsers further down. */
const BROWSERS = {
  Edge: /Edg\w{0,3}\/([\d._]*)/,
  Opera: /OPR\/([\d._]*)/,
  "Samsung Internet": /SamsungBrowser\/([\d._]*)/,
  Firefox: /(?:Firefox|FxiOS)\/([\d._]*)/,
  Chrome: /(?:Chrome|CriOS)\/([\d._]*)/,
  Safari: /Version\/([\d._]*)/,
};

const SYSTEMS = {
  iOS: /iP(?:hone|ad|od).{0,99}? OS ([\d._]*)/,
  Android: /Android ([\d._]*)/,
  Windows: /Windows NT ([\d._]*)/,
  macOS: /Mac OS X ([\d._]*)/,
  ChromeOS: /CrOS \S{1,20} ([\d._]*)/,
  Linux: /Linux([\d._]*)/,
};

/** Parses the user agent coarsely, for page properties only; reports use the server's own parsing. */
export function describeBrowser(userAgent: string): BrowserDescription {
  const [browser, browserVersion] = firstMatch(BROWSERS, userAgent);
  const [operatingSystem, operatingSystemVersion] = firstMatch(SYSTEMS, userAgent);
  return { browser, browserVersion, operatingSystem, operatingSystemVersion };
}

function firstMatch(table: Record<string, RegExp>, userAgent: string): [name: string, version: string] {
  for (const [name, pattern] of Object.entries(table)) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return [name, version.replaceAll("_", ".")];
  }
  return ["", ""];
}
