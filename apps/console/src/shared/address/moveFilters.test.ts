import { expect, it } from "vitest";
import { withMovedFilters } from "./moveFilters.ts";

it("old links lead to the same filters in the scope", () => {
  expect(
    withMovedFilters("/replays", "range=7d&page=/pricing&event=demo&device=mobile&country=de&error=x"),
  ).toBe(
    "/replays?error=x&range=7d&f=is,page,/pricing&f=contains,name,demo&f=is,device,mobile&f=is,country,DE",
  );
  expect(withMovedFilters("/replays", "page=teams&source=")).toBe("/replays?f=contains,page,teams");
  expect(withMovedFilters("/events", "path=/lp&variation=hero/bold&type=page")).toBe(
    "/events?type=page&f=is,page,/lp&f=is,variation,hero/bold",
  );
  expect(withMovedFilters("/heatmaps", "page=/&f=is,device,mobile&device=mobile", ["page"])).toBe(
    "/heatmaps?page=/&f=is,device,mobile",
  );
});

it("other links stay as they are", () => {
  expect(withMovedFilters("/replays", "f=is,page,/&error=x")).toBeNull();
  expect(withMovedFilters("/heatmaps", "page=/", ["page"])).toBeNull();
});
