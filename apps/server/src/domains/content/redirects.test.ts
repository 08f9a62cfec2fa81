import {
  findRedirectsProblem,
  type Json,
  type Redirect,
  type Redirects,
  redirectProblem,
} from "@marquee/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFindRedirect, keepValidRedirects } from "./redirects.ts";

const ORIGIN = "https://trellis.example";
const noPage = () => false;

const redirect = (from: string, to: string, more: Partial<Redirect> = {}): Redirect => ({
  from,
  to,
  match: "exact",
  status: 301,
  ...more,
});
const prefix = (from: string, to: string): Redirect => redirect(from, to, { match: "prefix" });
const problemOf = (...redirects: Redirect[]) =>
  findRedirectsProblem(Object.fromEntries(redirects.map((each, index) => [`r${index}`, each])), noPage);
const answerOf = (redirects: Redirects, path: string, search = "") =>
  createFindRedirect(redirects)(path, search)?.location ?? null;

describe("a single redirect", () => {
  it.each<[string, Json, string]>([
    ["a path that the server uses", redirect("/console/x", "/") as never, "/console/x is not a page."],
    ["a file of the build", redirect("/assets/x.js", "/") as never, "/assets/x.js is not a page."],
    ["a target that the server uses", redirect("/a", "/api/x") as never, "/api/x is not a page."],
    ["the home page", redirect("/", "/a") as never, "The home page can't be redirected."],
    ["another host", redirect("/a", "//evil.example") as never, "This leads to another site."],
    ["a host for browsers", redirect("/a", "/\\evil.example") as never, "This leads to another site."],
    ["another site", redirect("/a", "https://evil.example/") as never, "This leads to another site."],
    ["a script", redirect("/a", "javascript:alert(1)", { external: true }) as never, "starts with https://"],
    ["no encryption", redirect("/a", "http://x.example/", { external: true }) as never, "with https://"],
    [
      "a password",
      redirect("/a", "https://a:b@x.example/", { external: true }) as never,
      "Leave out user name",
    ],
    ["a control character", redirect("/a", "/b\n") as never, "not normalized"],
    ["one in the query", redirect("/a", "/b?c\td") as never, "Write it as browsers do: /b?cd"],
    ["one in the source", redirect("/a\u0000", "/b") as never, "not normalized"],
    ["dots", redirect("/a/../console", "/b") as never, "not normalized"],
    ["a query in the source", redirect("/a?b", "/c") as never, "Leave out the query string"],
    ["a prefix to a query", prefix("/a", "/b?c") as never, "can't have a query string"],
    ["gone to somewhere", redirect("/a", "/b", { status: 410 }) as never, "leads nowhere"],
    ["no target", redirect("/a", "") as never, "Enter where visitors are sent"],
    [
      "another status",
      { ...redirect("/a", "/b"), status: 200 } as never,
      "The status is 301, 302, 308 or 410.",
    ],
    ["another match", { ...redirect("/a", "/b"), match: "regex" } as never, "The match is exact or prefix."],
    ["another member", { ...redirect("/a", "/b"), code: 1 } as never, "code is unknown."],
    ["a text", "/a", "This is not a redirect."],
  ])("is rejected for %s", (_what, value, message) => {
    expect(redirectProblem("id", value)).toContain(message);
  });

  it.each([
    redirect("/a", "/b?c=d#e"),
    redirect("/de/alt", "/de"),
    redirect("/a", "", { status: 410 }),
    redirect("/a", "https://x.example", { external: true }),
    prefix("/a", "/"),
  ])("is valid: %o", (value) => {
    expect(redirectProblem("id", value as unknown as Json)).toBeNull();
  });

  it.each(["__proto__", "A", "", "a/b", "-", "a".repeat(65)])("has no ID such as %j", (id) => {
    expect(redirectProblem(id, redirect("/a", "/b") as unknown as Json)).toContain("The ID");
  });
});

it("matches and targets paths in any encoding of their letters", () => {
  for (const from of ["/ü-old", "/%C3%BC-old", "/%c3%bc-old"]) {
    const redirects = { a: redirect(from, "/über?q=ü#ö") };
    expect(redirectProblem("a", redirects.a as unknown as Json)).toBeNull();
    for (const path of ["/ü-old", "/%C3%BC-old", "/%c3%bc-old/", "/u\u0308-old"])
      expect(answerOf(redirects, path)).toBe("/%C3%BCber?q=%C3%BC#%C3%B6");
    expect(answerOf({ a: prefix(from, "/é") }, "/%c3%bc-old/%c3%a0")).toBe("/%C3%A9/%C3%A0");
  }
  expect(problemOf(redirect("/ü", "/a"), redirect("/%c3%bc", "/b"))?.problem).toContain("a redirect from /ü");
  expect(problemOf(redirect("/ü", "/%c3%bc"))?.problem).toContain("form a loop: /ü → /ü");
  const isPage = (path: string) => path === "/%C3%BC";
  expect(findRedirectsProblem({ a: redirect("/ü", "/a") }, isPage)?.problem).toContain("/ü is a page");
});

describe("redirects together", () => {
  it.each<[string, Redirect[]]>([
    ["to itself", [redirect("/a", "/a")]],
    ["to itself with a query", [redirect("/a", "/a?b")]],
    ["through others", [redirect("/a", "/b"), redirect("/b", "/c"), redirect("/c", "/a")]],
    ["below itself", [prefix("/a", "/a/b")]],
    ["from below itself", [redirect("/a/b", "/a/c"), prefix("/a", "/a/b")]],
    ["through a prefix", [prefix("/a", "/b"), redirect("/b/x", "/a/x")]],
    ["between prefixes", [prefix("/a", "/b/c"), prefix("/b", "/a")]],
    ["between prefixes that keep the length", [prefix("/a/b", "/c"), prefix("/c", "/a/b")]],
  ])("may not form a loop %s", (_what, redirects) => {
    expect(problemOf(...redirects)?.problem).toMatch(
      /^These redirects form a loop: .* Change one of them\.$/,
    );
  });

  it.each<[string, Redirect[]]>([
    ["one after the other", [redirect("/a", "/b"), redirect("/b", "/c")]],
    ["out of a folder", [prefix("/a", "/")]],
    ["to a longer name", [prefix("/doc", "/docs")]],
    ["of one folder into another", [prefix("/docs", "/guide"), redirect("/docs/old", "/docs/new")]],
    ["that become shorter", [prefix("/a/b", "/a"), redirect("/x", "/a/b")]],
    [
      "of 1,000 pages",
      Array.from({ length: 1000 }, (_each, index) => redirect(`/a${index}`, `/a${index + 1}`)),
    ],
  ])("may lead %s", (_what, redirects) => {
    expect(problemOf(...redirects)).toBeNull();
  });

  it("have unique sources, none of which is a page", () => {
    expect(problemOf(redirect("/a", "/b"), redirect("/a", "/c"))).toEqual({
      ids: ["r0", "r1"],
      place: "from",
      problem: "There is already a redirect from /a. Change that one instead.",
    });
    expect(problemOf(redirect("/a", "/b"), prefix("/a", "/c"))).toBeNull();
    const wrong = findRedirectsProblem({ id: redirect("/pricing", "/b") }, (path) => path === "/pricing");
    expect(wrong?.problem).toBe(
      "/pricing is a page. Redirect another path, or rename or hide the page first.",
    );
  });

  it("of a file are ignored individually", () => {
    const written = {
      good: redirect("/x", "/y"),
      one: redirect("/a", "/b"),
      two: redirect("/b", "/a"),
      bad: redirect("/c", "//d"),
    };
    const { redirects, errors } = keepValidRedirects(written, noPage);
    expect(Object.keys(redirects)).toHaveLength(2);
    expect(redirects.good).toBeDefined();
    expect(errors.map(({ place }) => place)).toEqual(["bad", expect.stringMatching(/one|two/)]);
  });
});

describe("following", () => {
  const redirects = {
    exact: redirect("/docs/a", "/a"),
    short: prefix("/docs", "/help"),
    long: prefix("/docs/api", "https://api.example/"),
  };

  it.each([
    ["/docs/a", "/a"],
    ["/docs/a/", "/a"],
    ["/docs", "/help"],
    ["/docs/b/c", "/help/b/c"],
    ["/docs/api", "https://api.example/"],
    ["/docs/api/x", "https://api.example/x"],
    ["/docsx", null],
    ["/", null],
    ["", null],
    ["//docs", null],
  ])("uses the exact one, or the longest prefix: %s", (path, location) => {
    expect(answerOf({ ...redirects, long: { ...redirects.long, external: true } }, path)).toBe(location);
  });

  it.each(["/docs//evil.example", "/docs/\\evil.example", "/docs/../console", "/docs/%2e%2e/x", "/docs/a b"])(
    "appends nothing that browsers interpret differently: %s",
    (path) => expect(answerOf({ home: prefix("/docs", "/") }, path)).toBeNull(),
  );

  it("costs no more for a long path", () => {
    const path = "/a".repeat(8000);
    const find = createFindRedirect({ a: prefix("/a", "/b") });
    const start = performance.now();
    for (let count = 0; count < 100; count += 1) find(path, "");
    expect(performance.now() - start).toBeLessThan(1000);
    expect(find(path, "")?.location).toBe(`/b${path.slice(2)}`);
  });
});

const segment = fc.constantFrom("a", "b", "c");
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => `/${segments.join("/")}`);
const anyRedirect = fc.record({
  from: path,
  to: fc.oneof(path, fc.constant("/"), fc.constant("https://x.example/y")),
  match: fc.constantFrom("exact" as const, "prefix" as const),
  status: fc.constantFrom(301 as const, 302 as const),
  external: fc.constant(true),
});
const requested = fc
  .array(
    fc.oneof(
      { arbitrary: segment, weight: 5 },
      fc.constantFrom("", "\\evil.example", "..", "%2e%2e", "evil.example", "@x"),
    ),
    { maxLength: 12 },
  )
  .map((segments) => `/${segments.join("/")}`);

it("of any accepted redirects, following ends and stays on the site, or on the site that was allowed", () => {
  fc.assert(
    fc.property(
      fc.array(anyRedirect, { maxLength: 8 }),
      fc.array(requested, { maxLength: 20 }),
      (all, paths) => {
        const redirects = Object.fromEntries(all.map((each, index) => [`r${index}`, each]));
        fc.pre(Object.entries(redirects).every(([id, each]) => redirectProblem(id, each as never) === null));
        const { redirects: accepted } = keepValidRedirects(redirects, noPage);
        const find = createFindRedirect(accepted);
        for (let at of paths) {
          for (let hops = 0; ; hops += 1) {
            expect(hops).toBeLessThan(200);
            const location = find(at, "?q=//evil.example")?.location;
            if (location === undefined) break;
            const { origin, pathname } = new URL(location, ORIGIN);
            expect([ORIGIN, "https://x.example"]).toContain(origin);
            if (origin !== ORIGIN) break;
            at = pathname;
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});
