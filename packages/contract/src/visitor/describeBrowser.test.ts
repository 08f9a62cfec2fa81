import { describe, expect, it } from "vitest";
import { describeBrowser } from "./describeBrowser.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko)";

describe("describeBrowser", () => {
  it.each([
    [`${WINDOWS} Chrome/148.0.0.0 Safari/537.36`, "Chrome 148.0.0.0", "Windows 10.0"],
    [`${WINDOWS} Chrome/148.0.0.0 Safari/537.36 Edg/148.0.3.1`, "Edge 148.0.3.1", "Windows 10.0"],
    [`${WINDOWS} Chrome/148.0.0.0 Safari/537.36 OPR/110.0`, "Opera 110.0", "Windows 10.0"],
    [`${MAC} Version/17.5 Safari/605.1.15`, "Safari 17.5", "macOS 10.15.7"],
    [`${PHONE} Version/17.5 Mobile/15E148 Safari/604.1`, "Safari 17.5", "iOS 17.5"],
    [`${PHONE} CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1`, "Chrome 126.0.6478.35", "iOS 17.5"],
    [
      `${ANDROID} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
      "Samsung Internet 25.0",
      "Android 14",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox 127.0", "Linux "],
    ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/126.0.0.0", "Chrome 126.0.0.0", "ChromeOS 14541.0.0"],
    ["curl/8.5.0", " ", " "],
  ])("parses %s", (userAgent, browser, system) => {
    const read = describeBrowser(userAgent);
    expect([
      `${read.browser} ${read.browserVersion}`,
      `${read.operatingSystem} ${read.operatingSystemVersion}`,
    ]).toEqual([browser, system]);
  });
});
