import { expect, test } from "vitest";
import { isLink, linkProblem } from "./linkFields.ts";

test.each([
  "/",
  "/pricing",
  "/sign-up?template=launch#form",
  "https://example.com/a?b",
  "#faq",
  "mailto:a@b.example",
])("%s can be linked", (href) => {
  expect(linkProblem(href)).toBeNull();
  expect(isLink(href)).toBe(true);
});

test.each([
  ["", "This must be a link"],
  ["pricing", "This must be a link"],
  ["javascript:alert(1)", "This must be a link"],
  [" javascript:alert(1)", "This must be a link"],
  ["JaVaScRiPt:alert(1)", "This must be a link"],
  ["data:text/html,x", "This must be a link"],
  ["//evil.example", "This must be a link"],
  ["/\\evil.example", "This must be a link"],
  ["/a//evil.example", "leads to another site or is not normalized"],
  ["/pricing/", "Remove the trailing slash"],
  ["/api/x", "/api/x is not a page"],
  ["/a b", "is not normalized"],
  ["http://example.com/", "starts with https://"],
  ["https://ann:secret@example.com/", "Leave out user name and password"],
  ["https://", "starts with https://"],
  [`/${"a".repeat(3000)}`, "at most 2000 characters"],
  ["mailto:a b", "This must be a link"],
])("%s can't be linked", (href, problem) => {
  expect(linkProblem(href)).toContain(problem);
});
