import { NO_CONSENT, NOT_SET, type QueryFilter } from "@marquee/contract";
import { expect, it } from "vitest";
import { type Filter, readFilter } from "../address/filters.ts";
import { EVERYTHING } from "../address/scope.ts";
import { valueTitle } from "./dimensionTexts.ts";
import { conditionText, filterText } from "./filterTexts.ts";
import { withEdited } from "./ScopeBar.tsx";

const filter = (text: string): Filter => readFilter(text) as Filter;

it("describes filters with their display names", () => {
  expect(filterText(filter("is,country,DE,FR"))).toBe("Country is Germany or France");
  expect(filterText(filter("contains_not,page,/blog"))).toBe("Page does not contain /blog");
  expect(filterText(filter("is,channel,a,b,c,email"))).toBe("Channel is a or b or 2 more");
  expect(filterText(filter("is,props:plan,pro"))).toBe("Property plan is pro");
});

it("describes any filter of a query", () => {
  expect(
    [
      ["is", "visit:country", ["DE"]],
      ["matches_not", "event:page", ["^/lp/"]],
      [
        "or",
        [
          ["is", "visit:device", ["mobile"]],
          [
            "and",
            [
              ["is", "visit:os", ["iOS"]],
              ["not", ["is", "visit:locale", ["de"]]],
            ],
          ],
        ],
      ],
      ["has_not_done", ["is", "event:goal", ["Demo"]]],
      ["is", "event:newer", ["x"]],
    ].map((filter) => conditionText(filter as unknown as QueryFilter)),
  ).toEqual([
    "Country is Germany",
    "Page does not match ^/lp/",
    "Device is Mobile or (Operating system is iOS and not Locale is German)",
    "not in the same visit: Goal is Demo",
    "event:newer is x",
  ]);
});

it("shows codes without a name unchanged", () => {
  expect([
    valueTitle("visit:country", "ZZZZ"),
    valueTitle("visit:language", "-"),
    valueTitle("visit:channel", "constructor-x"),
    valueTitle("visit:source", NOT_SET),
    valueTitle("visit:channel", NO_CONSENT),
    valueTitle("visit:screen", "1200-1599"),
  ]).toEqual(["ZZZZ", "-", "constructor-x", "Not set", "Unknown (no consent)", "1200–1599 px"]);
});

it("keeps a changed filter in its position, or at the end of the other list", () => {
  const [one, two, three] = [filter("is,page,/"), filter("is,page,/b"), filter("is,page,/c")];
  const scope = { ...EVERYTHING, filters: [one, two] };
  const edited = { list: "filters", index: 0, filter: one } as const;
  expect(withEdited(scope, edited, { ...edited, filter: three })).toMatchObject({ filters: [three, two] });
  expect(withEdited(scope, edited, { ...edited, list: "anyOf", filter: three })).toMatchObject({
    filters: [two],
    anyOf: [three],
  });
  expect(withEdited(scope, { ...edited, index: null }, { ...edited, filter: three })).toMatchObject({
    filters: [one, two, three],
  });
});
