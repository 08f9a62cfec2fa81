import { expect, it } from "vitest";
import { breakDown, type TraceEvent } from "./trace.ts";

const MAIN = { pid: 7, tid: 1 };
const event = (name: string, ts: number, dur: number): TraceEvent => ({
  name,
  ph: "X",
  ...MAIN,
  ts,
  dur,
  args: {},
});

const TRACE: TraceEvent[] = [
  { ...event("FunctionCall", 2000, 9000), pid: 8 },
  {
    ...event("navigationStart", 1000, 0),
    ph: "R",
    args: { data: { isOutermostMainFrame: true, documentLoaderURL: "http://127.0.0.1/" } },
  },
  event("RunTask", 2000, 8000),
  event("ParseHTML", 3000, 6000),
  event("EvaluateScript", 4000, 3000),
  event("Layout", 5000, 1000),
  event("RunTask", 11_000, 4000),
];

it("counts inner work once, the rest of a task as the browser's own, and no work as waiting", () => {
  const page = breakDown(TRACE, { from: 0, to: 11 });
  expect(page).toMatchObject({
    waiting: 2,
    "the browser's own tasks": 3,
    "parsing HTML": 3,
    "running scripts": 2,
    layout: 1,
    style: 0,
  });
});

it("clips work at both ends of the period", () => {
  const page = breakDown(TRACE, { from: 3.5, to: 4.5 });
  expect(page).toMatchObject({ "running scripts": 0.5, layout: 0.5, waiting: 0 });
});
