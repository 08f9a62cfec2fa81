import {
  type DateRangeName,
  DEFAULT_RANGE,
  type Goal,
  type GoalCondition,
  queryRange,
  type TimeRange,
  type Timestamp,
} from "@marquee/contract";
import type { GoalFigures, GoalReport, Site } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { bucketLabels, type Clock, passedEnd, readDateRange } from "../../questions/dateRanges.ts";
import { askStore } from "../../questions/queries/askStore.ts";
import type { Question } from "../../questions/queries/question.types.ts";
import { listGoals } from "../goalStore.ts";

type Store = Pick<EventStore, "query">;

interface Asking {
  now: Timestamp;
  site: Pick<Site, "timeZone" | "weekStart">;
  /** Hosts that the figures cover, as on screens; empty for all. */
  ownHosts: readonly string[];
  /** Cancels the queries when nobody is waiting for them. */
  signal: AbortSignal;
}

/** Maximum number of rows, one per day and goal. */
const LIMIT = 100_000;

/** Figures of every goal that is not archived in the default range of figures. */
export async function readGoalReports(
  { db, eventStore }: { db: Pick<RecordsDatabase, "select">; eventStore: Store },
  asking: Asking,
): Promise<GoalReport[]> {
  const goals = await listGoals(db);
  if (goals.length === 0) return [];
  const { question, labels } = questionAbout(goals, asking, rangeOf(DEFAULT_RANGE, asking));
  const ask = (overrides: Partial<Question>) =>
    askStore(eventStore, { ...question, ...overrides }, asking.signal);
  const [allVisitors, totals, days] = await Promise.all([
    countVisitors(ask),
    ask({ metrics: ["events", "visitors"], dimensions: ["event:goal"] }),
    ask({ metrics: ["events"], dimensions: ["event:goal", "time:day"] }),
  ]);
  return goals.map(({ id, name }) => {
    const [conversions, visitors] = totals.find(({ dimensions }) => dimensions[0] === name)?.metrics ?? [];
    const goalDays = days.filter(({ dimensions }) => dimensions[0] === name);
    const byDay = new Map(goalDays.map(({ dimensions, metrics }) => [dimensions[1], metrics[0] ?? 0]));
    return {
      id,
      conversions: conversions ?? 0,
      visitors: visitors ?? 0,
      allVisitors,
      days: labels.map((label) => byDay.get(label) ?? 0),
    };
  });
}

/** The figures that a goal with this condition would have. */
export async function previewGoal(
  eventStore: Store,
  condition: GoalCondition,
  asking: Asking,
): Promise<GoalFigures> {
  const goal = { id: 0, name: "preview", condition, value: null };
  const { question } = questionAbout([goal], asking, recentRange(asking));
  const ask = (overrides: Partial<Question>) =>
    askStore(eventStore, { ...question, ...overrides }, asking.signal);
  const [allVisitors, [row]] = await Promise.all([
    countVisitors(ask),
    ask({ metrics: ["events", "visitors"], dimensions: ["event:goal"] }),
  ]);
  return { conversions: row?.metrics[0] ?? 0, visitors: row?.metrics[1] ?? 0, allVisitors };
}

async function countVisitors(ask: (overrides: Partial<Question>) => ReturnType<typeof askStore>) {
  const [row] = await ask({ metrics: ["visitors"], dimensions: [] });
  return row?.metrics[0] ?? 0;
}

/** A range by its name, until now if it is not over. */
function rangeOf(name: DateRangeName, { now, site }: Pick<Asking, "now" | "site">): TimeRange {
  const { timeZone, weekStart } = site;
  const range = queryRange(name, { now, timeZone, weekStart });
  const { from, to } = readDateRange(range, { now, tz: timeZone, weekStart }, null);
  return { from, to: passedEnd({ from, to }, now) };
}

/**
 * The range for choices of goals and figures of their conditions. It includes today, so that new things can be picked.
 */
export const recentRange = (asking: Pick<Asking, "now" | "site">) => rangeOf("30d-today", asking);

function questionAbout(goals: readonly Goal[], { now, site, ownHosts }: Asking, range: TimeRange) {
  const clock: Clock = { now, tz: site.timeZone, weekStart: site.weekStart };
  const ofHosts = { operator: "is", dimension: "event:hostname", values: ownHosts, modifiers: {} } as const;
  const question: Question = {
    metrics: [],
    dimensions: [],
    conditions: ownHosts.length > 0 ? [ofHosts] : [],
    order: [],
    goals,
    range,
    tz: clock.tz,
    weekStart: clock.weekStart,
    limit: LIMIT,
    offset: 0,
  };
  return { question, labels: bucketLabels(range, "time:day", clock) };
}
