import { expect, it } from "vitest";
import { decodableUrl } from "./decodableUrl.ts";

it.each([
  ["/", "/"],
  ["/a%20b/%C3%BC?q=%", "/a%20b/%C3%BC?q=%"],
  ["/%", "/%25"],
  ["/%zz/a%20b?q=a%20b", "/%25zz/a%2520b?q=a%20b"],
  ["/%C3", "/%25C3"],
  ["/%ed%a0%80", "/%25ed%25a0%2580"],
  ["", ""],
])("%j becomes %j", (url, expected) => {
  expect(decodableUrl(url)).toBe(expected);
  expect(() => decodeURIComponent(expected.split("?")[0] ?? "")).not.toThrow();
});
