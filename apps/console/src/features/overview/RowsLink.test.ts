import { expect, it } from "vitest";
import { readScope } from "../../shared/address/scope.ts";
import { toEventFilters } from "./RowsLink.tsx";

it("links to events only with filters that the Events screen has", () => {
  const filtersOf = (search: string) => toEventFilters(readScope(search).scope);
  expect(filtersOf("")).toEqual({});
  expect(filtersOf("f=is,country,DE&f=is,page,/pricing")).toEqual({ country: "DE", path: "/pricing" });
  const unknown = [
    ...["f=is,country,DE,FR", "f=is_not,country,DE", "f=is,source,Google", "f=is,page,pricing"],
    ...["or=is,country,DE", "f=is,country,DE&f=is,country,FR"],
  ];
  expect(unknown.map(filtersOf)).toEqual(unknown.map(() => null));
});
