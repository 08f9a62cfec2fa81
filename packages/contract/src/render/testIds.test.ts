import fc from "fast-check";
import { expect, test } from "vitest";
import { pageIdOf } from "../kernel/paths.ts";
import { LANDING_PATHS } from "../site/landingPaths.ts";
import { TEST_ID_ELEMENTS, testIdOf } from "./testIds.ts";

test("a test ID consists of page ID, element and index", () => {
  expect(testIdOf("brain", "h2", 3)).toBe("brain-h2-3");
  expect(testIdOf(pageIdOf("/lp/teams/project-management"), "p", 1)).toBe("lp-teams-project-management-p-1");
});

test("different headings and paragraphs of the landing pages have different IDs", () => {
  const place = fc.tuple(
    fc.constantFrom(...LANDING_PATHS),
    fc.constantFrom(...TEST_ID_ELEMENTS),
    fc.integer({ min: 1, max: 50 }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(place, { selector: String, minLength: 2 }), (places) => {
      const ids = places.map(([path, element, index]) => testIdOf(pageIdOf(path), element, index));
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});
