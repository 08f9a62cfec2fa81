import { type Milliseconds, ONE_SECOND } from "@marquee/contract";

/** Share of the main thread that the recorder may use, on average over {@link SPAN}. */
const SHARE = 0.1;
const SPAN: Milliseconds = 10 * ONE_SECOND;

/** Runs a piece of the recorder's work and counts the time it takes. */
export type Measured = <Result>(run: () => Result) => Result;

interface CpuBudgetOptions {
  /** A monotonic clock in milliseconds. */
  now: () => number;
  /** Called once, when the budget is used up. */
  onExceeded: () => void;
}

/** Measures the main-thread time that recording takes. Nested work counts once. */
export function createCpuBudget({ now, onExceeded }: CpuBudgetOptions): Measured {
  let spanStart = now();
  let spent = 0;
  let isWithin = false;
  let isExceeded = false;

  const count = (start: number) => {
    const end = now();
    if (end - spanStart >= SPAN) {
      spanStart = end;
      spent = 0;
    }
    spent += end - start;
    if (isExceeded || spent <= SHARE * SPAN) return;
    isExceeded = true;
    onExceeded();
  };
  return (run) => {
    if (isWithin) return run();
    const start = now();
    isWithin = true;
    try {
      return run();
    } finally {
      isWithin = false;
      count(start);
    }
  };
}
