import { count, PERCENT, quotient, SECONDS, VISIT, withoutGap } from "./formulas.ts";
import type { Count, Metric } from "./metric.types.ts";

export const VISIT_METRICS = {
  visits: { formula: count("visits"), imported: ["visits"] },
  views_per_visit: {
    formula: quotient("views_of_visits", "visits"),
    withImports: withoutGap("views_of_visits", "visits", "visits_without_views"),
    imported: ["pageviews", "visits"],
    of: "visits",
  },
  bounce_rate: {
    formula: quotient("bounces", "visits", PERCENT),
    withImports: withoutGap("bounces", "visits", "visits_without_bounces", PERCENT),
    ofEntries: withoutGap("entry_bounces", "entries", "visits_without_bounces", PERCENT),
    imported: ["bounces", "visits"],
    of: "visits",
  },
  visit_duration: {
    formula: quotient("duration", "visits", SECONDS),
    withImports: withoutGap("duration", "visits", "visits_without_duration", SECONDS),
    ofEntries: withoutGap("entry_duration", "entries", "visits_without_duration", SECONDS),
    imported: ["duration", "visits"],
    of: "visits",
  },
} as const satisfies Record<string, Metric>;

const BOUNCED = "views = 1";
const DURATION = "dateDiff('millisecond', started, ended)";

/** A sum over visits. @param stored column of imported days. */
const sumOf = (value: string, stored: string): Count => ({
  on: { "visits and views": `sumIf(${value}, is_start)`, visits: `sum(${value})` },
  onImported: `sumIf(stored.${stored}, stored.visits IS NOT NULL)`,
});
/** Counts by entry page. By page, imported days have the other system's counts. */
const entries = (sql: string, onImported: string): Count => ({
  on: { entries: sql },
  onImported,
  isHidden: true,
});
/** Imported visits that quotients must not divide by. */
const visitsWithout = (column: string): Count => ({
  on: {},
  onImported: `sumIf(stored.visits, stored.${column} IS NULL)`,
  isHidden: true,
});

export const VISIT_COUNTS = {
  visits: {
    on: {
      events: ({ isStart }) => `uniqExactIf(${VISIT}, ${isStart})`,
      "visits and views": "countIf(is_start)",
      visits: ({ isByPage }) => (isByPage ? `uniqExact(${VISIT})` : "count()"),
    },
    onImported: "sum(stored.visits)",
  },
  views_of_visits: sumOf("views", "pageviews"),
  bounces: sumOf(BOUNCED, "bounces"),
  duration: sumOf(DURATION, "duration"),
  entries: entries("count()", "sum(stored.visits)"),
  entry_bounces: entries(`sum(${BOUNCED})`, "sumIf(stored.bounces, stored.visits IS NOT NULL)"),
  entry_duration: entries(`sum(${DURATION})`, "sumIf(stored.duration, stored.visits IS NOT NULL)"),
  visits_without_views: visitsWithout("pageviews"),
  visits_without_bounces: visitsWithout("bounces"),
  visits_without_duration: visitsWithout("duration"),
} as const satisfies Record<string, Count>;
