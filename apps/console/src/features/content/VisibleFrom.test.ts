import { NO_BANNER, ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { expect, test } from "vitest";
import { formatPrecise } from "../../shared/format/format.ts";
import { visibleText } from "./VisibleFrom.tsx";

const NOW = Date.UTC(2026, 10, 30, 12);
const at = (time: number) => new Date(time).toISOString();
const banner = { ...NO_BANNER, isShown: true };

test("a banner is seen when its own schedule begins", () => {
  const from = NOW + ONE_DAY;
  expect(visibleText({ ...banner, from: at(from) }, true, NOW)).toBe(
    `Visitors see the banner from ${formatPrecise(from)}.`,
  );
  expect(visibleText({ ...banner, from: at(from) }, false, NOW)).toBe(
    `Visitors see the banner from ${formatPrecise(from)}. They see the other changes within a second.`,
  );
  expect(visibleText({ ...banner, from: at(NOW - ONE_HOUR), until: at(from) }, true, NOW)).toBe(
    "Visitors see them within a second.",
  );
});

test("a banner that is off or over is not seen", () => {
  expect(visibleText({ ...NO_BANNER, isShown: false }, true, NOW)).toBe(
    "The banner is turned off, so visitors don't see it.",
  );
  expect(visibleText({ ...banner, until: at(NOW - ONE_HOUR) }, true, NOW)).toMatch(
    /^The banner ended .*, so visitors don't see it\.$/,
  );
});
