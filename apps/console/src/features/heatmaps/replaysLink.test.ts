import { expect, it } from "vitest";
import { replaysLink } from "./replaysLink.ts";

const FILTERS = { page: "/", device: "", country: "", variation: "" };

it("keeps what the screen is narrowed to, and nothing that was not chosen", () => {
  const filters = { ...FILTERS, device: "mobile", country: "DE", variation: "hero/bold" };
  expect(replaysLink({ filters, range: "7d", mode: "clicks" })).toEqual({
    href: "/replays?range=7d&page=%2F&device=mobile&country=DE&variation=hero%2Fbold",
    label: "Replays of visits to this page",
  });
  expect(replaysLink({ filters: FILTERS, range: "7d", mode: "scroll" }).href).toBe(
    "/replays?range=7d&page=%2F",
  );
});

it("asks for impatient visits where impatient clicks are shown, and says so", () => {
  expect(replaysLink({ filters: FILTERS, range: "7d", mode: "rage" })).toEqual({
    href: "/replays?range=7d&page=%2F&frustration=rage",
    label: "Replays of visits to this page, with rage clicks",
  });
});
