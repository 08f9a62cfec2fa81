import fc from "fast-check";
import { expect, test } from "vitest";
import { BREAKPOINTS } from "../kernel/breakpoints.ts";
import {
  DEFAULT_IMAGE_QUALITY,
  DEFAULT_IMAGE_SIZES,
  FAVICON_SIZE,
  faviconHost,
  formatWidths,
  IMAGE_FORMATS,
  imageWidths,
} from "./images.ts";

test("the constants match the specification", () => {
  expect(BREAKPOINTS).toEqual([500, 600, 800, 1200, 1600]);
  expect(DEFAULT_IMAGE_SIZES).toBe("(max-width: 899px) 100vw, 50vw");
  expect(DEFAULT_IMAGE_QUALITY).toBe(50);
  expect(FAVICON_SIZE).toBe(128);
});

test.each([
  [1, [1]],
  [320, [320]],
  [500, [500]],
  [501, [500, 501]],
  [1000, [500, 600, 800, 1000]],
  [1600, [500, 600, 800, 1200, 1600]],
  [2400, [500, 600, 800, 1200, 1600, 2400]],
  [3200, [500, 600, 800, 1200, 1600, 3200]],
  [8000, [500, 600, 800, 1200, 1600, 3200]],
])("an image %d pixels wide is served in the widths %j", (width, expected) => {
  expect(imageWidths(width)).toEqual(expected);
});

test("a long screenshot is offered in each format only as far as the format goes", () => {
  const widths = (width: number, height: number) =>
    IMAGE_FORMATS.map((format) => formatWidths(format, { width, height }));
  const all = [500, 600, 800, 1200, 1440];
  expect(widths(1440, 17_000)).toEqual([[500, 600, 800, 1200], [500, 600, 800, 1200], all, all]);
  expect(widths(300, 17_000)).toEqual([[], [], [300], [300]]);
  expect(widths(300, 70_000)).toEqual([[], [], [], [300]]);
  expect(widths(16_384, 100)).toEqual(Array(4).fill([500, 600, 800, 1200, 1600, 3200]));
});

test.each([0, -500, 500.5, Number.NaN, Number.POSITIVE_INFINITY])("rejects a width of %d pixels", (width) => {
  expect(() => imageWidths(width)).toThrow(RangeError);
});

test("widths ascend, never exceed the source's width, and end with it, up to 3200", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (width) => {
      const widths = imageWidths(width);
      expect(widths).toEqual([...new Set(widths)].sort((a, b) => a - b));
      expect(widths.at(-1)).toBe(Math.min(width, 3200));
      for (const each of widths.slice(0, -1)) expect(BREAKPOINTS).toContain(each);
    }),
  );
});

test.each([
  ["https://www.w3.org/WAI/ARIA/", "www.w3.org"],
  ["https://Docs.Example.COM?x#y", "docs.example.com"],
  ["https://user:secret@example.com/", "example.com"],
  ["https://bücher.example/", "xn--bcher-kva.example"],
])("a card to %s shows the icon of %s", (href, host) => {
  expect(faviconHost(href)).toBe(host);
});

test.each([
  "http://example.com/",
  "https://example.com:8443/",
  "https://localhost/",
  "https://127.0.0.1/",
  "https://0x7f.1/",
  "https://2130706433/",
  "https://[::1]/",
  "https://example/",
  "//example.com/",
  "/pricing",
  "mailto:help@example.com",
  "https://",
])("a card to %s shows no other site's icon", (href) => {
  expect(faviconHost(href)).toBeNull();
});
