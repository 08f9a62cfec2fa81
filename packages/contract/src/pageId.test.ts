import fc from "fast-check";
import { expect, test } from "vitest";
import { pageIdOf } from "./pageId.ts";

test.each([
  ["/", "home"],
  ["/?utm_source=x", "home"],
  ["/pricing", "pricing"],
  ["/pricing?plan=free#faq", "pricing"],
  ["/fr-FR/pricing", "fr-fr-pricing"],
  ["/lp/teams/project-management", "lp-teams-project-management"],
  ["/a_b/C.d", "a_b-c-d"],
  ["/a--b///c", "a-b-c"],
  ["/a-/-b", "a-b"],
  ["/caf%C3%A9/é", "caf-c3-a9-"],
])("%s is %s", (path, expected) => {
  expect(pageIdOf(path)).toBe(expected);
});

test("an id given wins over every path, and an empty one is not given", () => {
  expect(pageIdOf("/", "Start Page")).toBe("Start Page");
  expect(pageIdOf("/brain", "")).toBe("brain");
});

test("an id holds lower-case letters, digits, underscores and single dashes, and is its own id", () => {
  fc.assert(
    fc.property(fc.string(), (path) => {
      const id = pageIdOf(`/x${path}`);
      expect(id).toMatch(/^(?!.*--)[a-z0-9_-]+$/);
      expect(pageIdOf(`/${id}`)).toBe(id);
    }),
  );
});
