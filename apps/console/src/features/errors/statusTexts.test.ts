import type { ErrorStatus } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import { returnText, statusText } from "./statusTexts.ts";

const AT = Date.UTC(2026, 5, 2, 12);
const UNTOUCHED: ErrorStatus = {
  state: "open",
  resolved: null,
  reopened: null,
  owner: null,
  revision: 0,
  updated: null,
};
const updated = { at: AT, by: "ada@trellis.example" };
const resolved = { at: AT, release: "1a2b3c4d5e" };

it("says who changed an error, and when it opens again", () => {
  expect(statusText(UNTOUCHED)).toBe("");
  expect(statusText({ ...UNTOUCHED, state: "ignored", updated })).toMatch(
    /^Ignored .* by ada@trellis.example\.$/,
  );
  expect(statusText({ ...UNTOUCHED, state: "resolved", resolved, updated })).toMatch(
    /^Resolved .* in release 1a2b3c4, last changed by ada@trellis.example\. It reopens when it occurs in a later release\.$/,
  );
  const unknown = { at: AT, release: "" };
  expect(statusText({ ...UNTOUCHED, state: "resolved", resolved: unknown, updated })).toMatch(
    /It reopens when it occurs again\.$/,
  );
});

it("says when and in which release an error came back", () => {
  const reopened = { at: AT, release: "9f8e7d6c" };
  expect(statusText({ ...UNTOUCHED, resolved, reopened, updated })).toMatch(
    /^Resolved .* in release 1a2b3c4\. Came back .* in release 9f8e7d6\.$/,
  );
  expect(returnText(reopened)).toBe("Came back in 9f8e7d6");
  expect(returnText({ at: AT, release: "" })).toBe("Came back");
});
