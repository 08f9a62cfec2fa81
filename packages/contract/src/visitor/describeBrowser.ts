/** Browser and operating system for page properties (specification, section 3). Unknown values are empty strings. */
export interface BrowserDescription {
  browser: string;
  browserVersion: string;
  operatingSystem: string;
  operatingSystemVersion: string;
}

/** Name to the pattern before its version, bounded so that it takes linear time. Order matters: most user agents also contain the names of browsers further down. */
const BROWSERS = {
  Edge: "Edg\\w{0,3}/",
  Opera: "OPR/",
  "Samsung Internet": "SamsungBrowser/",
  Firefox: "(?:Firefox|FxiOS)/",
  Chrome: "(?:Chrome|CriOS)/",
  Safari: "Version/",
};

const SYSTEMS = {
  iOS: "iP[hao].{0,30}? OS ",
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
