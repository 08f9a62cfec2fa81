import { expect, it } from "vitest";
import { readActionOrder, readList, readResourceOrder, readViewOrder, toRumFilter } from "./rumFilters.ts";

it("keeps the filters that are set and nothing else", () => {
  const values = { application: "shop", service: "", environment: "", version: "1.0", view: "" };
  expect(toRumFilter(values)).toEqual({ application: "shop", version: "1.0" });
});

it("falls back to each default for an unknown value", () => {
  expect([readList("errors"), readList(""), readList("luck")]).toEqual(["errors", "views", "views"]);
  expect([readViewOrder("errors"), readViewOrder("size")]).toEqual(["errors", "views"]);
  expect([readResourceOrder("size"), readResourceOrder("rage")]).toEqual(["size", "duration"]);
  expect([readActionOrder("rage"), readActionOrder("")]).toEqual(["rage", "count"]);
});
