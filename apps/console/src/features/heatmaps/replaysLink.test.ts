import { expect, it } from "vitest";
import { readScope } from "../../shared/address/scope.ts";
import { replaysLink } from "./replaysLink.ts";

it("keeps date range and filters, and asks for visits to the page", () => {
  const { scope } = readScope("/", "range=7d&f=is,device,mobile");
  expect(replaysLink({ page: "/", scope, mode: "clicks" })).toEqual({
    href: "/replays?range=7d&f=is,device,mobile&f=is,page,/",
    label: "Replays of visits to this page",
  });
  expect(replaysLink({ page: "/", scope: readScope("/", "").scope, mode: "scroll" }).href).toBe(
    "/replays?range=30d&f=is,page,/",
  );
});

it("filters by rage clicks in that heatmap, and says so", () => {
  expect(replaysLink({ page: "/", scope: readScope("/", "range=7d").scope, mode: "rage" })).toEqual({
    href: "/replays?frustration=rage&range=7d&f=is,page,/",
    label: "Replays of visits to this page, with rage clicks",
  });
});
