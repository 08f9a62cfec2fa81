import { COMPARISONS, type FilterDimension, type QueryFilter } from "@marquee/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canBeAlternative,
  FILTER_DIMENSIONS,
  type Filter,
  operatorsOf,
  readFilter,
  writeFilter,
} from "./filters.ts";
import { setOwnHosts } from "./ownHosts.ts";
import { customRange, type DateRangeName, RANGES, type RangePreset, writeDay } from "./range.ts";
import {
  EVERYTHING,
  queryFilters,
  readQueryFilters,
  readScope,
  type Scope,
  scopeFilters,
  withFilter,
  writeScope,
} from "./scope.ts";
import { writeHref } from "./writeHref.ts";

const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
const days = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-12-31"), noInvalidDate: true });
const customRanges = fc
  .tuple(days, days)
  .map(([one, other]) => [one, other].map((day) => writeDay(day.getTime())).sort())
  .map(([first = "", last = ""]) => customRange(first, last) ?? "today");
const ranges: fc.Arbitrary<DateRangeName> = fc.oneof(
  fc.constantFrom(...(Object.keys(RANGES) as RangePreset[])),
  customRanges,
);
const dimensions: fc.Arbitrary<FilterDimension> = fc.oneof(
  fc.constantFrom(...FILTER_DIMENSIONS),
  texts.map((name) => `event:props:${name}` as const),
);
const filters: fc.Arbitrary<Filter> = dimensions.chain((dimension) =>
  fc.record({
    operator: fc.constantFrom(...operatorsOf(dimension)),
    dimension: fc.constant(dimension),
    values: fc.uniqueArray(fc.oneof(texts, fc.constantFrom(",", "%", "%2C", "%25,", "%252C")), {
      minLength: 1,
      maxLength: 5,
    }),
  }),
);
const scopes: fc.Arbitrary<Scope> = fc.record({
  range: ranges,
  compare: fc.oneof(
    fc.constantFrom(...(Object.keys(COMPARISONS) as (keyof typeof COMPARISONS)[])),
    customRanges.filter((range) => range !== "today") as fc.Arbitrary<Scope["compare"]>,
  ),
  matchesWeekdays: fc.boolean(),
  filters: fc.array(filters, { maxLength: 4 }),
  anyOf: fc.array(
    filters.filter(({ dimension }) => canBeAlternative(dimension)),
    { maxLength: 4 },
  ),
  segments: fc.uniqueArray(fc.integer({ min: 1, max: 999_999_999 }), { maxLength: 4 }),
  includesOtherHosts: fc.boolean(),
});

const searchOf = (scope: Scope, params = new URLSearchParams()) => {
  writeScope("/", params, scope);
  return writeHref("", params);
};

describe("the scope in the URL", () => {
  it("survives a round trip, and is the same text afterwards", () => {
    fc.assert(
      fc.property(scopes, (scope) => {
        const search = searchOf(scope);
        expect(readScope("/", search)).toEqual({ scope, ignored: [] });
        expect(searchOf(readScope("/", search).scope)).toBe(search);
      }),
    );
  });

  it("never throws, and reads something valid from any text", () => {
    const names = fc.constantFrom("range", "compare", "weekdays", "f", "or", "g");
    const pairs = fc.array(fc.tuple(names, fc.oneof(fc.string({ unit: "binary" }), texts)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          pairs.map((all) => all.map((each) => each.join("=")).join("&")),
        ),
        (search) => {
          const { scope } = readScope("/", search);
          expect(readScope("/", searchOf(scope))).toEqual({ scope, ignored: [] });
        },
      ),
    );
  });

  it("is short and readable, and keeps other parameters", () => {
    const scope: Scope = {
      range: "7d",
      compare: "year",
      matchesWeekdays: true,
      filters: [
        { operator: "is", dimension: "visit:country", values: ["DE", "FR"] },
        { operator: "contains_not", dimension: "event:page", values: ["/blog"] },
      ],
      anyOf: [{ operator: "is", dimension: "event:props:plan", values: ["a,b"] }],
      segments: [3],
      includesOtherHosts: true,
    };
    expect(searchOf(scope, new URLSearchParams({ metric: "leads", range: "today" }))).toBe(
      "?metric=leads&range=7d&compare=year&weekdays=match&hosts=all&f=is,country,DE,FR&f=contains_not,page,/blog&f=is,segment,3&or=is,props:plan,a%252Cb",
    );
    expect(searchOf(EVERYTHING)).toBe("");
  });

  it("reports what it ignores", () => {
    const search =
      "?range=7D&compare=7d&weekdays=1&f=is,country&f=like,country,DE&f=is,__proto__,x&f=is,country,DE&or=is,page,/" +
      "&f=is,lead:form,1006&f=is_not,goal,Demo&or=is,goal,Demo" +
      "&f=is_not,segment,3&f=is,segment,0&f=is,segment,3,4&f=is,segment,3e2&or=is,segment,3";
    const { scope, ignored } = readScope("/", search);
    expect(scope).toMatchObject({ range: "30d", compare: "previous", matchesWeekdays: false });
    expect(scope.filters).toEqual([{ operator: "is", dimension: "visit:country", values: ["DE"] }]);
    expect(scope.anyOf).toHaveLength(1);
    expect(ignored).toEqual([
      "range=7D",
      "compare=7d",
      "weekdays=1",
      "f=is,country",
      "f=like,country,DE",
      "f=is,__proto__,x",
      "f=is,lead:form,1006",
      "f=is_not,goal,Demo",
      "f=is_not,segment,3",
      "f=is,segment,0",
      "f=is,segment,3,4",
      "f=is,segment,3e2",
      "or=is,goal,Demo",
      "or=is,segment,3",
    ]);
    expect(readScope("/", `?${"f=is,page,/&".repeat(30)}`).scope.filters).toHaveLength(20);
    expect(readScope("/", "?range=2026-02-30..2026-03-01").scope.range).toBe("30d");
    expect(readScope("/", "?range=2026-03-02..2026-03-01").scope.range).toBe("30d");
  });
});

it("filters become a query's: all of them, and one of the alternatives", () => {
  const country: Filter = { operator: "is_not", dimension: "visit:country", values: ["DE"] };
  const page: Filter = { operator: "contains", dimension: "event:page", values: ["Pricing"] };
  expect(queryFilters({ filters: [country], anyOf: [page, country], segments: [3, 5] })).toEqual([
    ["is_not", "visit:country", ["DE"]],
    [
      "or",
      [
        ["contains", "event:page", ["Pricing"], { case_sensitive: false }],
        ["is_not", "visit:country", ["DE"]],
      ],
    ],
    ["is", "segment", [3]],
    ["is", "segment", [5]],
  ]);
  expect(queryFilters(EVERYTHING)).toEqual([]);
});

it("a query's filters are read back, unless the filter bar does not support them", () => {
  fc.assert(
    fc.property(scopes, ({ filters, anyOf }) => {
      expect(readQueryFilters(queryFilters({ filters, anyOf, segments: [] }))).toEqual({ filters, anyOf });
    }),
  );
  const country = ["is", "visit:country", ["DE"]];
  const unreadable = [
    ["matches", "event:page", ["^/lp"]],
    ["contains", "event:page", ["lp"]],
    ["is", "event:page", ["/"], { case_sensitive: false }],
    ["is", "lead:form", ["1006"]],
    ["is", "event:newer", ["x"]],
    ["is", "country", ["DE"]],
    ["is", "segment", [3]],
    ["not", country],
    ["and", [country]],
    ["has_done", country],
    ["or", []],
    ["or", [["is", "event:goal", ["Demo"]]]],
    ["or", [["and", [country]]]],
  ];
  for (const filter of unreadable)
    expect(readQueryFilters([filter as unknown as QueryFilter]), JSON.stringify(filter)).toBeNull();
  const or = ["or", [country]] as unknown as QueryFilter;
  expect(readQueryFilters([or])?.anyOf).toHaveLength(1);
  expect(readQueryFilters([or, or])).toBeNull();
});

it("is limited to the site's own hosts if it has others, unless the URL includes the others or a filter names hosts", () => {
  const limitOf = (search: string) => scopeFilters(readScope("/", search).scope).at(-1) ?? null;
  expect(limitOf("")).toBeNull();
  setOwnHosts(["trellis.example", "(not set)"]);
  const hostFilter = ["is", "event:hostname", ["trellis.example", "(not set)"]];
  expect(["", "f=is,country,DE"].map(limitOf)).toEqual([hostFilter, hostFilter]);
  expect(limitOf("hosts=all")).toBeNull();
  expect(limitOf("f=is,hostname,docs.trellis.example")).toEqual([
    "is",
    "event:hostname",
    ["docs.trellis.example"],
  ]);
  setOwnHosts([]);
});

it("adds a filter once", () => {
  const filter = readFilter("is,source,Google");
  if (!filter) throw new Error("not read");
  const once = withFilter(EVERYTHING, filter);
  expect(once.filters.map(writeFilter)).toEqual(["is,source,Google"]);
  expect(withFilter(once, { ...filter })).toBe(once);
});
