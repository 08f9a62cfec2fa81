import { expect, it } from "vitest";
import { readLeadFilters } from "./leadFilters.ts";

const NONE = { show: "", status: "", kind: "", owner: "", delivery: "", text: "" };

it("reads the URL's valid filters, and ignores others", () => {
  expect(readLeadFilters(NONE)).toEqual({});
  const params = {
    show: "unread",
    status: "won",
    kind: "demo",
    owner: "none",
    delivery: "failed",
    text: "ada",
  };
  expect(readLeadFilters(params)).toEqual(params);
  const wrong = { show: "failed", status: "spam", kind: "fax", owner: "me", delivery: "lost", text: "  " };
  expect(readLeadFilters(wrong)).toEqual({});
  expect(readLeadFilters({ ...NONE, text: "x".repeat(300) }).text).toHaveLength(200);
});
