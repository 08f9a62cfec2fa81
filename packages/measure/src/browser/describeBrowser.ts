/** Names as page properties carry them (specification, section 3). Unknown is the empty string. */
export interface BrowserDescription {
  browser: string;
  browserVersion: string;
  operatingSystem: string;
  operatingSystemVersion: string;
}

/** Names with what their version follows. In this order: most browsers also call themselves by the names of those below them. */
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

/** A coarse reading of the user agent for page properties; the server's own reading is the one that reports use. */
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
