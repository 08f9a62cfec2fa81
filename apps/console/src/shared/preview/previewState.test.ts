import fc from "fast-check";
import { expect, it } from "vitest";
import { formatState, parseState } from "./previewState.ts";

it("survives a round trip through the URL", () => {
  const state = {
    path: "/de/pricing?plan=free",
    choices: {
      draft: 3,
      at: 1_780_000_000_000,
      isMeasured: true,
      attributes: { country: "DE", isPhoneSize: true },
      flags: { quiz: true, banner: { text: "x" } },
      variations: { headline: "short" },
    },
  };
  expect(parseState(formatState(state))).toEqual(state);
  expect(formatState({ path: "/", choices: { flags: {}, isMeasured: false } })).toEqual({
    page: "",
    choices: "",
  });
});

it("reads any URL", () => {
  fc.assert(
    fc.property(fc.string(), fc.oneof(fc.string(), fc.json()), (page, choices) => {
      expect(parseState({ page, choices }).path).toMatch(/^\/(?!\/)/);
    }),
  );
  for (const page of ["//evil.example", "/\\evil.example", "https://evil.example"])
    expect(parseState({ page, choices: "" }).path).toBe("/");
});
