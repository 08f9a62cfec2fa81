import fc from "fast-check";
import { expect, test } from "vitest";
import { isLandingPath, LANDING_PATHS } from "./routes.ts";

test("each of the five is one, whatever its query string and fragment", () => {
  expect(LANDING_PATHS).toHaveLength(5);
  fc.assert(
    fc.property(
      fc.constantFrom(...LANDING_PATHS),
      fc.constantFrom("", "?", "#"),
      fc.string(),
      (path, mark, rest) => {
        expect(isLandingPath(mark ? `${path}${mark}${rest}` : path)).toBe(true);
      },
    ),
  );
});

test.each(["/", "/lp/", "/lp/sales", "/LP", "/de/lp", "/brains", "/pricing?next=/lp", ""])(
  "%j is none",
  (path) => {
    expect(isLandingPath(path)).toBe(false);
  },
);
