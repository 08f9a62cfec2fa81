import { expect, it } from "vitest";
import { METRIC_NAMES, metricKind, readMetric } from "./figures.ts";

const NONE = {
  sessions: 0,
  views: 0,
  errors: 0,
  longTasks: 0,
  loading: null,
  lcp: null,
  inp: null,
  cls: null,
};
const SOME = {
  ...NONE,
  sessions: 2,
  views: 8,
  errors: 3,
  longTasks: 20,
  loading: 1234,
  lcp: 2449,
  cls: 0.0213,
};

const written = (figures: typeof SOME | typeof NONE) =>
  METRIC_NAMES.map((name) => {
    const { value, format } = metricKind(name);
    const known = value(figures);
    return known === null ? null : format(known);
  });

it("formats each metric in its unit, with errors and long tasks per view", () => {
  expect(written(SOME)).toEqual(["2", "8", "37.5", "1.24 s", "2.45 s", null, "0.022", "2.5"]);
});

it("shows no rates without views", () => {
  expect(written(NONE)).toEqual(["0", "0", null, null, null, null, null, null]);
  expect(metricKind("sessions").note(NONE)).toBe("");
});

it("falls back to errors for an unknown metric", () => {
  expect([readMetric("cls"), readMetric(""), readMetric("toString")]).toEqual(["cls", "errors", "errors"]);
});
