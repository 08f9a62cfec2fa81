/**
 * The kind of rows that a query counts: visits at their start, their page views, both in one pass, and so on
 * (`partsOf`).
 */
export type RowKind =
  | "events"
  | "visits and views"
  | "views"
  | "visits"
  | "entries"
  | "exit pages"
  | "scrolled visits"
  | "leads"
  | "everyone";

/** Names of an imported day's counts in the event store. */
export type ImportedCount =
  | "visitors"
  | "visits"
  | "pageviews"
  | "bounces"
  | "duration"
  | "events"
  | "page_time"
  | "page_visits";

/** What the SQL of a count may depend on. */
export interface CountedRows {
  /** Whether visits have a row for each page that they viewed. */
  isByPage: boolean;
  /** Whether the query mentions goals. */
  isOfGoals: boolean;
  /** Whether events are conversions. Few of those are page views, so the page views of such a query are those of visits that reached its goals. */
  areConversions: boolean;
  /** Condition on the visit of an event. */
  isStart: string;
  /**
   * Counted page views of a conversion's visit. Visitors and visits with a conversion have at least one. So a share of visitors with page views never exceeds
   * 100%, even if a visit continues into another range, or a server names a page that was not viewed.
   */
  views(): string;
  /** The page views of {@link views} in the same row of the response as the conversion. */
  viewsInRow(): string;
}

/** A count that parts of a statement compute and that is summed up. Durations are in milliseconds. */
export interface Count {
  /** SQL by the kind of rows that it can be counted on. */
  on: { readonly [Kind in RowKind]?: string | ((rows: CountedRows) => string) };
  /**
   * SQL on imported days, whose columns are qualified with their table, because the sums have the same names.
   */
  onImported?: string;
  /** Only a denominator, or only defined for some visits, so it never adds a row to the response. */
  isHidden?: true;
}

export interface Formula {
  /** What the parts of a statement must count. */
  counts: readonly string[];
  /** SQL on the sums of the counts. */
  sql: string;
}

/** The server's part of a metric; the contract has its texts. */
export interface Metric {
  formula: Formula;
  /** Formula with imported days: visits that lack the value are left out of the divisor. */
  withImports?: Formula;
  /** Formula if a page means the visits that started there. */
  ofEntries?: Formula;
  /** Counts that imported days must have for it. */
  imported?: readonly ImportedCount[];
  /**
   * Its subject, which decides what it can be combined with (`checkMetrics`); no restrictions if undefined.
   */
  of?: "visits" | "pages" | "exit pages" | "goals" | "leads";
  /** Whether a statement answers it for one range only: it divides by a total of the range, or reads data stored by time. */
  isOfOneRange?: true;
}
