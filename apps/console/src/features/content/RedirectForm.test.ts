import type { Redirect } from "@marquee/contract";
import { expect, it } from "vitest";
import { redirectProblems } from "./RedirectForm.tsx";

const redirect = (from: string, to: string, more: Partial<Redirect> = {}): Redirect => ({
  from,
  to,
  match: "exact",
  status: 301,
  ...more,
});
const row = (id: string, each: Redirect) => ({
  id,
  redirect: each,
  revision: 0,
  problem: null,
  hits: 0,
  lastHit: null,
  state: "published" as const,
});
const context = { id: null, redirects: [row("a", redirect("/a", "/b"))], pages: ["/pricing"] };

it.each<[string, Redirect, "from" | "to", string]>([
  ["a page", redirect("/pricing", "/x"), "from", "/pricing is a page."],
  ["a known source", redirect("/a", "/x"), "from", "There is already a redirect from /a."],
  ["a path of the server", redirect("/api/x", "/x"), "from", "The server uses this path itself."],
  ["a circle", redirect("/b", "/a"), "to", "These redirects form a loop: /b → /a → /b."],
  ["another site without https", redirect("/c", "http://example.com/"), "to", "starts with https://"],
  ["a fragment after a prefix", redirect("/c", "/x#y", { match: "prefix" }), "to", "can't have"],
])("shows what is wrong with %s at its field", (_what, each, place, problem) => {
  const problems = redirectProblems(each, context);
  expect(problems[place]).toContain(problem);
  expect(problems[place === "from" ? "to" : "from"]).toBe("");
});

it("shows what is wrong with both fields", () => {
  expect(redirectProblems(redirect("/pricing", "http://example.com/"), context)).toEqual({
    from: expect.stringContaining("/pricing is a page."),
    to: expect.stringContaining("https://"),
  });
});

it("finds nothing wrong with a redirect that can be published", () => {
  const none = { from: "", to: "" };
  expect(redirectProblems(redirect("/c", "https://example.com/"), context)).toEqual(none);
  expect(redirectProblems(redirect("/c", "", { status: 410 }), context)).toEqual(none);
  expect(redirectProblems(redirect("/a", "/pricing"), { ...context, id: "a" })).toEqual(none);
});
