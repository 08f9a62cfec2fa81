import type { QueryFilter } from "@marquee/contract";
import { expect, it } from "vitest";
import { type Filter, readFilter } from "../../address/filters.ts";
import { EVERYTHING, type Scope } from "../../address/scope.ts";
import { filtersToSave, withFiltersOf, withSegment } from "./segmentFilters.ts";

const filter = (text: string): Filter => readFilter(text) as Filter;
const DE: QueryFilter = ["is", "visit:country", ["DE"]];
const MOBILE: QueryFilter = ["is", "visit:device", ["mobile"]];
const segment = (id: number, filters: readonly QueryFilter[]) => ({
  id,
  definition: { name: "", isShared: false, filters },
});
const GERMANS = segment(3, [DE]);
const scopeOf = (overrides: Partial<Scope>): Scope => ({ ...EVERYTHING, ...overrides });

it("a segment has the filters of the segments that it was made from, never the segments themselves", () => {
  const scope = scopeOf({ filters: [filter("is,device,mobile")], segments: [3] });
  expect(filtersToSave(scope, [GERMANS])).toEqual([MOBILE, DE]);
  expect(filtersToSave(scope, []), "An unknown segment would be left out silently.").toBeNull();
  expect(filtersToSave(EVERYTHING, [GERMANS]), "Nothing to save.").toBeNull();
});

it("a segment is replaced by its filters, if the filter bar supports them", () => {
  const scope = scopeOf({ filters: [filter("is,device,mobile")], segments: [2, 3] });
  expect(withFiltersOf(GERMANS, scope)).toEqual({
    filters: [filter("is,device,mobile"), filter("is,country,DE")],
    anyOf: [],
    segments: [2],
  });
  const either = segment(4, [["or", [DE, MOBILE]]] as unknown as QueryFilter[]);
  expect(withFiltersOf(either, EVERYTHING)?.anyOf).toHaveLength(2);
  expect(
    withFiltersOf(either, scopeOf({ anyOf: [filter("is,locale,de")] })),
    "Two lists of alternatives cannot become one.",
  ).toBeNull();
  expect(withFiltersOf(segment(5, [["not", DE]]), EVERYTHING)).toBeNull();
});

it("a segment is added once", () => {
  expect(withSegment({ segments: [3, 4] }, 3)).toEqual({ segments: [4, 3] });
});
