import { expect, it } from "vitest";
import { replaysLink } from "./replaysLink.ts";

const FILTERS = { page: "/", device: "", country: "", variation: "" };

it("keeps the selected filters and omits empty ones", () => {
  const filters = { ...FILTERS, device: "mobile", country: "DE", variation: "hero/bold" };
  expect(replaysLink({ filters, range: "7d", mode: "clicks" })).toEqual({
    href: "/replays?range=7d&page=%2F&device=mobile&country=DE&variation=hero%2Fbold",
    label: "Replays of visits to this page",
  });
  expect(replaysLink({ filters: FILTERS, range: "7d", mode: "scroll" }).href).toBe(
    "/replays?range=7d&page=%2F",
  );
});

it("filters by rage clicks in that heatmap, and says so", () => {
  expect(replaysLink({ filters: FILTERS, range: "7d", mode: "rage" })).toEqual({
    href: "/replays?range=7d&page=%2F&frustration=rage",
    label: "Replays of visits to this page, with rage clicks",
  });
});
