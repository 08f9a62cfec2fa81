import { expect, it } from "vitest";
import { readActionOrder, readList, readResourceOrder, readViewOrder, toRumFilter } from "./rumFilters.ts";

it("asks for what the address names, and for nothing else", () => {
  const values = { application: "shop", service: "", environment: "", version: "1.0", view: "" };
  expect(toRumFilter(values)).toEqual({ application: "shop", version: "1.0" });
});

it("shows the views, the most frequent first, where an address names nothing that there is", () => {
  expect([readList("errors"), readList(""), readList("luck")]).toEqual(["errors", "views", "views"]);
  expect([readViewOrder("errors"), readViewOrder("size")]).toEqual(["errors", "views"]);
  expect([readResourceOrder("size"), readResourceOrder("rage")]).toEqual(["size", "duration"]);
  expect([readActionOrder("rage"), readActionOrder("")]).toEqual(["rage", "count"]);
});
