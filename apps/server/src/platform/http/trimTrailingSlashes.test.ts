import fc from "fast-check";
import { expect, it } from "vitest";
import { trimTrailingSlashes } from "./trimTrailingSlashes.ts";

it("removes only trailing slashes", () => {
  const examples = ["", "/", "///", "/a/", "/a//b//", "//a", "a", `/${"/".repeat(15_000)}x`];
  expect(examples.map(trimTrailingSlashes)).toEqual(["", "", "", "/a", "/a//b", "//a", "a", examples.at(-1)]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("/", "a") }), (path) => {
      expect(trimTrailingSlashes(path)).toBe(path.replace(/\/+$/, ""));
    }),
  );
});
