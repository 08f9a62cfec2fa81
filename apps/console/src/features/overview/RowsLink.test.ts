import { expect, it } from "vitest";
import { readScope } from "../../shared/address/scope.ts";
import { selectsPageViews } from "./RowsLink.tsx";

it("links to page views unless filters are on other events", () => {
  const selects = (search: string) => selectsPageViews(readScope(search).scope);
  expect(["", "f=is,country,DE&or=is,page,/pricing", "f=is_not,source,Google"].map(selects)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["f=is,name,Form Sent", "or=is,props:form,demo"].map(selects)).toEqual([false, false]);
});
