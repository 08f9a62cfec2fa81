import { expect, it, vi } from "vitest";
import { createCpuBudget } from "./cpuBudget.ts";

function open() {
  const clock = { now: 0 };
  const onExceeded = vi.fn();
  const measured = createCpuBudget({ now: () => clock.now, onExceeded });
  const work = (duration: number) =>
    measured(() => {
      clock.now += duration;
    });
  return { clock, onExceeded, measured, work };
}

it("calls back once when recording takes more than 10% of ten seconds", () => {
  const { work, onExceeded } = open();
  for (let i = 0; i < 10; i++) work(100);
  expect(onExceeded).not.toHaveBeenCalled();
  work(1);
  work(100);
  expect(onExceeded).toHaveBeenCalledTimes(1);
});

it("resets after ten seconds", () => {
  const { clock, work, onExceeded } = open();
  for (let second = 1; second <= 60; second++) {
    work(90);
    clock.now = second * 1000;
  }
  expect(onExceeded).not.toHaveBeenCalled();
});

it("counts nested work once, and work that throws", () => {
  const { clock, work, measured, onExceeded } = open();
  measured(() => work(600));
  expect(onExceeded).not.toHaveBeenCalled();
  const fail = () => {
    clock.now += 401;
    throw new Error("no");
  };
  expect(() => measured(fail)).toThrow("no");
  expect(onExceeded).toHaveBeenCalledTimes(1);
});
