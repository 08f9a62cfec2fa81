import type { QueryFilter } from "@marquee/contract";
import { expect, it } from "vitest";
import { followsExposure } from "./ResultsFilters.tsx";

it("distinguishes filters that can depend on the variation", () => {
  const country = ["is", "visit:country", ["DE"]];
  const page = ["is", "event:page", ["/pricing"]];
  const follows = (filter: unknown) => followsExposure(filter as QueryFilter);
  expect([country, ["is", "visit:entry_page", ["/"]], ["or", [country, country]]].map(follows)).toEqual([
    false,
    false,
    false,
  ]);
  expect(
    [
      page,
      ["is", "visit:exit_page", ["/"]],
      ["is", "lead:form", ["1006"]],
      ["or", [country, page]],
      ["not", page],
      ["has_done", page],
    ].map(follows),
  ).toEqual([true, true, true, true, true, true]);
});
