export const FROM = "fromUnixTimestamp64Milli({from:Int64})";
export const TO = "fromUnixTimestamp64Milli({to:Int64})";
const EARLIER_FROM = "fromUnixTimestamp64Milli({earlierFrom:Int64})";
const EARLIER_TO = "fromUnixTimestamp64Milli({earlierTo:Int64})";

/** SQL for the ranges of a statement: its own, and the earlier one that it may be compared with. Rows in both count in both. */
export interface Periods {
  /** Condition on rows of {@link split}: a time is in the row's range. */
  isWithin(column: string): string;
  /** Expression of the start of the row's range. */
  from: string;
  /** Expression of the end of the row's range. */
  to: string;
  /** Columns that distinguish the ranges; none for one range. */
  keys: readonly string[];
  /** Columns that {@link split} adds to each row. */
  columns: readonly string[];
  /**
   * Condition that at least one of the ranges meets. @param isIn condition on one range, by the expressions of its start and end in milliseconds since the
   * epoch.
   */
  either(isIn: (from: string, to: string) => string): string;
  /** Clauses that make one row per range of each row that belongs to one. @param isIn condition on one range, by the expressions of its times. */
  split(isIn: (from: string, to: string) => string): { arrayJoin: string; where: string };
}

const ONE: Periods = {
  isWithin: (column) => `${column} >= ${FROM} AND ${column} < ${TO}`,
  from: FROM,
  to: TO,
  keys: [],
  columns: [],
  either: (isIn) => isIn("{from:Int64}", "{to:Int64}"),
  split: (isIn) => ({ arrayJoin: "", where: isIn(FROM, TO) }),
};

const BOTH: Periods = {
  isWithin: (column) => `${column} >= period_from AND ${column} < period_to`,
  from: "period_from",
  to: "period_to",
  keys: ["is_earlier"],
  columns: [
    "is_earlier",
    `if(is_earlier = 1, ${EARLIER_FROM}, ${FROM}) AS period_from`,
    `if(is_earlier = 1, ${EARLIER_TO}, ${TO}) AS period_to`,
  ],
  either: (isIn) =>
    `((${isIn("{from:Int64}", "{to:Int64}")}) OR (${isIn("{earlierFrom:Int64}", "{earlierTo:Int64}")}))`,
  split(isIn) {
    const [now, earlier] = [isIn(FROM, TO), isIn(EARLIER_FROM, EARLIER_TO)];
    return {
      arrayJoin: `ARRAY JOIN if(${now}, if(${earlier}, [0, 1], [0]), [1]) AS is_earlier`,
      where: `((${now}) OR (${earlier}))`,
    };
  },
};

export const periodsOf = (isCompared: boolean): Periods => (isCompared ? BOTH : ONE);
