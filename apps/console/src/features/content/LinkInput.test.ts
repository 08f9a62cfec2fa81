import type { ContentField } from "@marquee/contract/schema";
import { expect, test } from "vitest";
import { problemOf } from "./FieldForm.tsx";
import { missingPage } from "./LinkInput.tsx";

const ITEMS = [{ path: "/pricing" }, { path: "/de/templates" }, { path: "/%C3%BCber" }, { path: null }];

test.each([
  ["/pricing", ""],
  ["/pricing?plan=business#compare", ""],
  ["/de/templates", ""],
  ["/über", ""],
  ["/%c3%bcber", ""],
  ["/ünder", "The site has no page /ünder yet."],
  ["/pricng#compare", "The site has no page /pricng yet."],
  ["https://example.com/pricng", ""],
  ["//evil.example", ""],
  ["#faq", ""],
  ["", ""],
])("reports that %s leads to no page: %s", (href, note) => {
  expect(missingPage(href, ITEMS)).toBe(note);
});

const LINK: ContentField = {
  pointer: "/link",
  kind: "link",
  label: "Link",
  section: "Page",
  value: "/pricing",
};
const edited = (value: string) => ({
  read: () => value,
  changes: new Map([["/link", { problem: "The server says no." }]]) as never,
});

test("says what is wrong with a link before the server checks it", () => {
  expect(problemOf(LINK, edited("javascript:alert(1)"))).toContain("This must be a link");
  expect(problemOf(LINK, edited("/pricing"))).toBe("The server says no.");
  expect(problemOf({ ...LINK, kind: "text" }, edited("javascript:alert(1)"))).toBe("The server says no.");
});
