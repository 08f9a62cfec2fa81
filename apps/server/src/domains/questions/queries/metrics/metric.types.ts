/** What a question counts: its visits at their start, their page views, both in one pass, and so on (`partsOf`). */
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

/** Counts of a day that was imported, as the event store has it. */
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
  /** Whether the question mentions goals. */
  isOfGoals: boolean;
  /** Whether events are conversions. Few of those are page views, so the page views of such a question are those of the visits that reached its goals. */
  areConversions: boolean;
  /** Condition on the visit of an event. */
  isStart: string;
  /**
   * Page views that count of a conversion's visit. Visitors and visits with a conversion have one. So a share of the visitors with page views never exceeds all of
   * them, even if a visit goes on in another range than it began, or a server names a page that was not viewed.
   */
  views(): string;
  /** Of those, the ones in the same row of the answer as the conversion. */
  viewsInRow(): string;
}

/** A number that parts of a statement count and add up. Durations are in milliseconds. */
export interface Count {
  /** SQL by the rows that it can be counted on. */
  on: { readonly [Kind in RowKind]?: string | ((rows: CountedRows) => string) };
  /** SQL on imported days, whose columns are named with their table, because the sums have the same names. */
  onImported?: string;
  /** Only others are divided by it, or only some visits have it: no row of the answer is there for its sake. */
  isHidden?: true;
}

export interface Formula {
  /** What the parts of a statement must count. */
  counts: readonly string[];
  /** On their sums. */
  sql: string;
}

/** What a metric is to the server; the contract has its words. */
export interface Metric {
  formula: Formula;
  /** With imported days, which don't have everything: what they lack is left out of the divisor. */
  withImports?: Formula;
  /** Where a page stands for the visits that began there. */
  ofEntries?: Formula;
  /** What imported days need to have it. */
  imported?: readonly ImportedCount[];
  /** What it is about, which decides with what it may be asked (`checkMetrics`); anything without. */
  of?: "visits" | "pages" | "exit pages" | "goals" | "leads";
  /** Whether a statement answers it for one range only: it divides by a total of the range, or reads what is stored by time. */
  isOfOneRange?: true;
}
