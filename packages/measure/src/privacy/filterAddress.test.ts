import { expect, it } from "vitest";
import { createAddressFilter } from "./filterAddress.ts";

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

it("keeps `mailto:` links, unless a rule matches", () => {
  expect(filterBy()("mailto:anna@trellis.example")).toBe("mailto:anna@trellis.example");
  expect(filterBy()("/users/anna@trellis.example")).toBe("/users/REDACTED");
});

it("takes no time for a rule with many stars on a long URL", () => {
  const filter = filterBy([`*${"a*".repeat(20)}!`, "/masked"]);
  const started = performance.now();
  const address = `https://trellis.example/${"a".repeat(20_000)}`;
  expect(filter(address)).toBe(address);
  expect(performance.now() - started).toBeLessThan(500);
});
