import Type from "typebox";

const LABEL = Type.String({ maxLength: 200 });

/** Minimum scope of a query: a site, and a date range by its name, two dates or two times. */
export const PeriodSchema = Type.Object(
  { site_id: LABEL, date_range: Type.Union([LABEL, Type.Array(LABEL, { minItems: 2, maxItems: 2 })]) },
  { additionalProperties: false },
);
