import fc from "fast-check";
import { expect, it } from "vitest";
import { compilePattern, createAddressFilter } from "./filterAddress.ts";

const BASE = "https://trellis.example/account/anna?tab=1#me";
const filterBy = (...rules: [pattern: string, replacement: string][]) =>
  createAddressFilter(
    rules.map(([pattern, replacement]) => ({ pattern, replacement })),
    () => BASE,
  );

it("replaces path, query and fragment by the first matching rule", () => {
  const filter = filterBy(["*/account/*", "/account/someone"], ["*", "/other"]);
  expect(filter(BASE)).toBe("https://trellis.example/account/someone");
  expect(filter("bob")).toBe("https://trellis.example/account/someone");
  expect(filter("https://cdn.example/a.png")).toBe("https://cdn.example/other");
});

it("leaves other URLs unchanged, including relative ones, except for email values", () => {
  const filter = filterBy(["*/account/*", "/account/someone"]);
  expect(filter("/pricing?email=a@b.c&x=1")).toBe("/pricing?email=REDACTED&x=1");
  expect(filter("#faq")).toBe("https://trellis.example/account/someone");
  expect(filterBy()("#faq")).toBe("#faq");
});

it("returns an empty string for a matching address without an origin", () => {
  expect(filterBy(["mailto:*", "/mail"])("mailto:anna@trellis.example")).toBe("");
});

it("matches every character of a pattern except the star literally", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (before, between, after) => {
      fc.pre(![before, after].some((text) => text.includes("*")));
      const pattern = compilePattern(`${before}*${after}`);
      return (
        pattern.test(before + between + after) && (before === "" || !pattern.test(`\u0000${before}${after}`))
      );
    }),
  );
});
