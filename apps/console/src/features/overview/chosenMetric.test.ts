import { expect, it } from "vitest";
import { readScope } from "../../shared/address/scope.ts";
import { figuresOf, rankedMetrics, readMetric } from "./chosenMetric.ts";

it("shows the conversion rate of the filtered goal, otherwise that of leads", () => {
  const everyone = readScope("/", "").scope;
  const converted = readScope("/", "f=is,goal,Demo").scope;
  expect([figuresOf(everyone).at(-1), figuresOf(converted).at(-1)]).toEqual(["lead_rate", "conversion_rate"]);
  expect(rankedMetrics("visitors", everyone)).toEqual(["visitors", "percentage"]);
  expect(rankedMetrics("visitors", converted)).toEqual(["visitors", "group_conversion_rate"]);
  expect(rankedMetrics("lead_rate", everyone)).toEqual(["leads", "lead_rate"]);
});

it("shows page views for a goal filter, but not for an event filter, since no event is a page view", () => {
  const has = (search: string) => figuresOf(readScope("/", search).scope).includes("pageviews");
  expect(["", "f=is,page,/", "f=is,goal,Demo", "or=is,name,Form Sent"].map(has)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it("shows the figure in the URL if the screen has it", () => {
  const figures = figuresOf({ filters: [], anyOf: [] });
  const read = (search: string) => readMetric(search, figures);
  expect([
    read("?metric=leads"),
    read("?metric=conversion_rate"),
    read("?metric=toString"),
    read(""),
  ]).toEqual(["leads", "visitors", "visitors", "visitors"]);
});
