import { expect, it } from "vitest";
import { eventsHref, replaysHref } from "./SlowPages.tsx";

const paramsOf = (href: string) => Object.fromEntries(new URL(href, "https://a.example").searchParams);

it("keeps the screen's filters", () => {
  const given = {
    range: "7d",
    path: "/",
    filters: { device: "mobile", country: "", variation: "hero/bold" },
  } as const;
  expect(paramsOf(eventsHref(given))).toEqual({
    range: "7d",
    type: "track",
    event: "Web Vitals",
    path: "/",
    kind: "people",
    audience: "visitor",
    device: "mobile",
    variation: "hero/bold",
  });
  expect(paramsOf(replaysHref(given))).toEqual({
    range: "7d",
    page: "/",
    device: "mobile",
    variation: "hero/bold",
  });
});
