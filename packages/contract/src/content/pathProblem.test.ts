import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayPath, normalizePath, pathProblem } from "./pathProblem.ts";

it.each([
  ["/über-uns", "/%C3%BCber-uns", "/über-uns"],
  ["/u\u0308ber-uns", "/%C3%BCber-uns", "/über-uns"],
  ["/%c3%bcber-uns", "/%C3%BCber-uns", "/über-uns"],
  ["/%C3%BCber-uns", "/%C3%BCber-uns", "/über-uns"],
  ["/о-нас/写真/💥", "/%D0%BE-%D0%BD%D0%B0%D1%81/%E5%86%99%E7%9C%9F/%F0%9F%92%A5", "/о-нас/写真/💥"],
  ["/a%2fb%3f%25%20c", "/a%2Fb%3F%25%20c", "/a%2Fb%3F%25%20c"],
  ["/%e0%a4%a", "/%E0%A4%a", "/%E0%A4%a"],
  ["/%fc", "/%FC", "/%FC"],
  ["/%e2%80%ae-x", "/%E2%80%AE-x", "/%E2%80%AE-x"],
  ["/pricing", "/pricing", "/pricing"],
])("%j is stored as %j and read as %j", (typed, stored, read) => {
  expect(normalizePath(typed)).toBe(stored);
  expect(displayPath(stored)).toBe(read);
});

describe("any path", () => {
  const path = fc.string({
    unit: fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 1 }),
      fc.constantFrom("/", "%", "%C3%BC", "%c3", "ü"),
    ),
  });

  it("is stored in one way, in ASCII if it is text", () => {
    fc.assert(
      fc.property(path, (typed) => {
        const stored = normalizePath(`/${typed}`);
        expect(normalizePath(stored)).toBe(stored);
        expect(stored).toMatch(/^\p{ASCII}*$/u);
      }),
    );
  });

  it("is the same after being displayed and typed", () => {
    fc.assert(
      fc.property(path, (typed) => {
        const stored = normalizePath(`/${typed}`);
        expect(normalizePath(displayPath(stored))).toBe(stored);
      }),
    );
  });
});

it("accepts paths with non-ASCII letters, but only those that browsers open", () => {
  expect(["/über-uns", "/%C3%BCber-uns", "/%c3%bcber-uns", "/о-нас"].map(pathProblem)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  for (const path of ["/a b", "/ü/../b", "//ü", "/ü\\b", "/ü\n"])
    expect(pathProblem(path)).toContain("not normalized");
  expect(pathProblem("/ü".repeat(80))).toContain("at most 500 characters");
});

it("reserves the server's own paths, even when encoded", () => {
  for (const path of ["/assets", "/%61ssets/x", "/console", "/%63onsole"])
    expect(pathProblem(path)).toContain("The server uses this path itself.");
  expect(pathProblem("/assets-management")).toBeNull();
});
