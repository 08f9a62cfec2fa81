import Type, { type Static } from "typebox";
import { Extend } from "./extend.ts";
import { OneOf } from "./oneOf.ts";

/** A date range: `from` (inclusive) and `to` (exclusive) in milliseconds since the epoch. */
export const DateRangeSchema = Type.Object({
  from: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
  to: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
});

export const INTERVALS = ["hour", "day"] as const;
export type Interval = (typeof INTERVALS)[number];

/** A date range by hour or day of a time zone: `tz` is its IANA name. */
export const OverviewQuerySchema = Extend([DateRangeSchema], {
  interval: OneOf(INTERVALS),
  tz: Type.String({ minLength: 1, maxLength: 64 }),
});
export type OverviewQuery = Static<typeof OverviewQuerySchema>;
