import fc from "fast-check";
import { expect, test } from "vitest";
import { isDesktop } from "./device.ts";

const MOBILE_WORDS = ["android", "iphone", "ipad", "ipod", "blackberry", "iemobile", "opera mini", "mobile"];

test.each([
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
  "Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18",
  "",
])("is a desktop: %s", (userAgent) => {
  expect(isDesktop(userAgent)).toBe(true);
});

test.each([
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)",
  "Mozilla/5.0 (Linux; Android 15; Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Tablet; rv:140.0) Gecko/140.0 Mobile Firefox/140.0",
  "Opera/9.80 (J2ME/MIDP; Opera Mini/9.80) Presto/2.12",
])("is not a desktop: %s", (userAgent) => {
  expect(isDesktop(userAgent)).toBe(false);
});

test("each word makes a user agent mobile, anywhere and in any case", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...MOBILE_WORDS),
      fc.boolean(),
      fc.string(),
      fc.string(),
      (word, upper, a, b) => {
        expect(isDesktop(`${a}${upper ? word.toUpperCase() : word}${b}`)).toBe(false);
      },
    ),
  );
});

test("a user agent without those words is a desktop", () => {
  const letters = fc.stringMatching(/^[c-hj-l0-9 ;()/.]*$/);
  fc.assert(
    fc.property(letters, (userAgent) => {
      expect(isDesktop(userAgent)).toBe(true);
    }),
  );
});
