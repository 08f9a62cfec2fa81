import type { Formula } from "./metric.types.ts";

export const count = (name: string): Formula => ({ counts: [name], sql: `toFloat64(${name})` });

export const quotient = (
  of: string,
  by: string,
  { factor = 1, digits = 2, counts = [of, by] } = {},
): Formula => ({ counts, sql: `if(${by} = 0, NULL, round(${of} * ${factor} / ${by}, ${digits}))` });
export const SECONDS = { factor: 0.001, digits: 0 };
export const PERCENT = { factor: 100 };

/** @param gap count of imported days without the numerator. */
export const withoutGap = (of: string, by: string, gap: string, format = {}): Formula =>
  quotient(of, `(${by} - ${gap})`, { ...format, counts: [of, by, gap] });

/** Counting hashes takes a third of the time. The chance that two of ten million visitors collide is one in 400,000. */
export const VISITOR = "sipHash64(visitor_id)";
export const VISIT = "sipHash64(session_id, visitor_id)";
