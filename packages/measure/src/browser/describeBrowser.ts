/** Names as page properties carry them (specification, section 3). Unknown is the empty string. */
export interface BrowserDescription {
  browser: string;
  browserVersion: string;
  operatingSystem: string;
  operatingSystemVersion: string;
}

/** In this order: most browsers also call themselves by the names of those below them. */
const BROWSERS: readonly [name: string, version: RegExp][] = [
  ["Edge", /Edg(?:e|A|iOS)?\/([\d.]+)/],
  ["Opera", /OPR\/([\d.]+)/],
  ["Samsung Internet", /SamsungBrowser\/([\d.]+)/],
  ["Firefox", /(?:Firefox|FxiOS)\/([\d.]+)/],
  ["Chrome", /(?:Chrome|CriOS)\/([\d.]+)/],
  ["Safari", /Version\/([\d.]+).*Safari/],
];

const SYSTEMS: readonly [name: string, version: RegExp][] = [
  ["iOS", /(?:iPhone|iPad|iPod).*? OS ([\d_]+)/],
  ["Android", /Android ([\d.]+)/],
  ["Windows", /Windows NT ([\d.]+)/],
  ["macOS", /Mac OS X ([\d_.]+)/],
  ["ChromeOS", /CrOS \S+ ([\d.]+)/],
  ["Linux", /Linux()/],
];

/** A coarse reading of the user agent for page properties; the server's own reading is the one that reports use. */
export function describeBrowser(userAgent: string): BrowserDescription {
  const [browser, browserVersion] = firstMatch(BROWSERS, userAgent);
  const [operatingSystem, operatingSystemVersion] = firstMatch(SYSTEMS, userAgent);
  return { browser, browserVersion, operatingSystem, operatingSystemVersion };
}

function firstMatch(table: readonly [string, RegExp][], userAgent: string): [name: string, version: string] {
  for (const [name, pattern] of table) {
    const match = pattern.exec(userAgent);
    if (match) return [name, (match[1] ?? "").replaceAll("_", ".")];
  }
  return ["", ""];
}
