import type { FlagState } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import { filterFlags } from "./flagFilters.ts";

const flag = (key: string, change: Partial<FlagState["definition"]> = {}, experiment: string | null = null) =>
  ({
    definition: { key, type: "boolean", description: "", isArchived: false, ...change },
    experiment,
  }) as FlagState;
const FLAGS = [
  flag("new-hero", { description: "Larger picture" }, "hero"),
  flag("old-hero", { isArchived: true }),
  flag("limit", { type: "number" }),
];
const keys = (values: object) =>
  filterFlags(FLAGS, { q: "", type: "", state: "", ...values }).map(({ definition: { key } }) => key);

it("filters by words, type and state, and hides archived flags by default", () => {
  expect(keys({})).toEqual(["new-hero", "limit"]);
  expect(keys({ q: "PICTURE hero" })).toEqual(["new-hero"]);
  expect(keys({ q: "picture limit" })).toEqual([]);
  expect(keys({ type: "number" })).toEqual(["limit"]);
  expect(keys({ state: "archived" })).toEqual(["old-hero"]);
  expect(keys({ state: "experiment" })).toEqual(["new-hero"]);
});
