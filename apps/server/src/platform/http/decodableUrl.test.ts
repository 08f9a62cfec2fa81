import { expect, it } from "vitest";
import { decodableUrl } from "./decodableUrl.ts";

it.each([
  ["/", "/"],
  ["/a%20b/%C3%BC?q=%", "/a%20b/%C3%BC?q=%"],
  ["/%", "/%25"],
  ["/%zz/a%20b?q=a%20b", "/%25zz/a%2520b?q=a%20b"],
  ["/%C3", "/%25C3"],
  ["/%ed%a0%80", "/%25ed%25a0%2580"],
  // "ü" in UTF-8, as Node reads it.
  ["/\u00c3\u00bcber?q=\u00c3\u00bc", "/%C3%BCber?q=%C3%BC"],
  ["/\u00fc", "/%25FC"],
  ["", ""],
])("%j becomes %j", (url, expected) => {
  expect(decodableUrl(url)).toBe(expected);
  expect(() => decodeURIComponent(expected.split("?")[0] ?? "")).not.toThrow();
});
