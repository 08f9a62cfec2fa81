import { expect, it } from "vitest";
import { describeBrowser } from "./describeBrowser.ts";
import { isModernBrowser } from "./modernBrowser.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

it.each([
  [`${WINDOWS} Chrome/111.0.0.0 Safari/537.36`, true],
  [`${WINDOWS} Chrome/110.0.0.0 Safari/537.36`, false],
  [`${WINDOWS} Chrome/111.0.0.0 Safari/537.36 OPR/97.0`, true],
  [`${MAC} Version/16.4 Safari/605.1.15`, true],
  [`${MAC} Version/16.3 Safari/605.1.15`, false],
  [`${MAC} Version/16.10 Safari/605.1.15`, true],
  [`${PHONE.replace("17_5", "16_3")} CriOS/148.0.6478.35 Mobile/15E148 Safari/604.1`, false],
  [`${PHONE} Version/17.5 Mobile/15E148 Safari/604.1`, true],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", false],
  ["curl/8.5.0", null],
  ["", null],
])("%s: %s", (userAgent, isModern) => {
  expect(isModernBrowser(describeBrowser(userAgent))).toBe(isModern);
});
