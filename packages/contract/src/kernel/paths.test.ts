import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLandingPath, LANDING_PATHS } from "../site/landingPaths.ts";
import { matchesPath, pageIdOf, pathOf } from "./paths.ts";

const segment = fc.stringMatching(/^[A-Za-z0-9._-]{1,12}$/);
const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join("/")}`);
const suffix = fc.oneof(
  fc.constant(""),
  fc.string().map((text) => `?${text}`),
  fc.string().map((text) => `#${text}`),
);

describe("pathOf", () => {
  test.each([
    ["/pricing", "/pricing"],
    ["/pricing?a=/b#c", "/pricing"],
    ["/pricing#faq?x", "/pricing"],
    ["/pricing?a\nb", "/pricing"],
    [" /pricing\n", "/pricing"],
    ["https://trellis.example/lp/ai?x=1", "/lp/ai"],
    ["https://trellis.example?x=1", "/"],
    ["https://trellis.example", "/"],
    ["?x=1", "/"],
    ["", "/"],
    ["/go?to=https://crm.example/sales", "/go"],
  ])("%j is %s", (address, expected) => {
    expect(pathOf(address)).toBe(expected);
  });

  test("removes the origin, query string and fragment", () => {
    fc.assert(
      fc.property(
        path,
        suffix,
        fc.constantFrom("", "https://trellis.example", "http://a:80"),
        (at, end, origin) => {
          expect(pathOf(`${origin}${at}${end}`)).toBe(at);
        },
      ),
    );
  });
});

describe("matchesPath", () => {
  test.each([
    ["*", "/", true],
    [" * ", "/any/thing?x", true],
    ["/", "/", true],
    ["/", "/pricing", false],
    ["/pricing", "/pricing", true],
    ["/pricing", "/pricing?plan=free", true],
    ["/pricing", "/pricing#faq", true],
    ["/pricing", "/pricing/", true],
    ["/pricing/", "/pricing", true],
    ["/pricing?plan=free", "/pricing", true],
    ["/pricing", "/pricing/teams", false],
    ["/pricing", "/pricingx", false],
    ["/pricing", "/de/pricing", false],
    ["/pricing", "/Pricing", false],
    ["/lp*", "/lp", true],
    ["/lp*", "/lpx", true],
    ["/lp/*", "/lp/ai?x=1", true],
    ["/lp/*", "/lp", false],
    ["/lp/*", "/lpx", false],
    ["/lp/*", "/x/lp/ai", false],
    ["/l.*", "/lp", false],
    ["/a*b", "/axb", false],
    ["", "/", false],
    ["  ", "/pricing", false],
  ])("%j on %j: %s", (pattern, at, expected) => {
    expect(matchesPath(pattern, at)).toBe(expected);
  });

  test("a star matches every path, a path matches itself, and query strings are ignored", () => {
    fc.assert(
      fc.property(path, path, suffix, (pattern, at, end) => {
        expect(matchesPath("*", `${at}${end}`)).toBe(true);
        expect(matchesPath(at, `${at}${end}`)).toBe(true);
        expect(matchesPath(pattern, `${at}${end}`)).toBe(matchesPath(pattern, at));
      }),
    );
  });

  test("a prefix matches exactly the paths that start with it", () => {
    fc.assert(
      fc.property(path, path, segment, (prefix, other, more) => {
        expect(matchesPath(`${prefix}*`, `${prefix}${more}`)).toBe(true);
        expect(matchesPath(`${prefix}*`, other)).toBe(other.startsWith(prefix));
      }),
    );
  });
});

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
])("the page ID of %s is %s", (path, expected) => {
  expect(pageIdOf(path)).toBe(expected);
});

test("an explicit ID takes precedence over the path, unless it is empty", () => {
  expect(pageIdOf("/", "Start Page")).toBe("Start Page");
  expect(pageIdOf("/brain", "")).toBe("brain");
});

test("an ID contains only lowercase letters, digits, underscores and single dashes, and is its own ID", () => {
  fc.assert(
    fc.property(fc.string(), (path) => {
      const id = pageIdOf(`/x${path}`);
      expect(id).toMatch(/^(?!.*--)[a-z0-9_-]+$/);
      expect(pageIdOf(`/${id}`)).toBe(id);
    }),
  );
});

test("each of the five landing paths is one, with any query string and fragment", () => {
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
  "%j is not a landing path",
  (path) => {
    expect(isLandingPath(path)).toBe(false);
  },
);
