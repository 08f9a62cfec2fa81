import Type, { type Static } from "typebox";
import { Extend } from "./extend.ts";
import { OneOf } from "./oneOf.ts";

/** A date range: `from` (inclusive) and `to` (exclusive) in milliseconds since the epoch. */
export const DateRangeSchema = Type.Object({
  from: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
  to: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
});

const LABEL = Type.String({ maxLength: 200 });

/** Minimum scope of a query: a site, and a date range by its name, two dates or two times. */
export const PeriodSchema = Type.Object(
  { site_id: LABEL, date_range: Type.Union([LABEL, Type.Array(LABEL, { minItems: 2, maxItems: 2 })]) },
  { additionalProperties: false },
);

export const INTERVALS = ["hour", "day"] as const;
export type Interval = (typeof INTERVALS)[number];

/** A date range by hour or day of a time zone: `tz` is its IANA name. */
export const OverviewQuerySchema = Extend([DateRangeSchema], {
  interval: OneOf(INTERVALS),
  tz: Type.String({ minLength: 1, maxLength: 64 }),
});
export type OverviewQuery = Static<typeof OverviewQuerySchema>;
