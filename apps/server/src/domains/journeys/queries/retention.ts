import { ONE_DAY, startOfWeek, wallClockOf } from "@marquee/contract";
import { MAX_RETENTION_WEEKS, type RetentionResponse, type RetentionWeek } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { queryFirstEvent } from "../../questions/queries/firstEvent.ts";
import { FROM, TO } from "../../questions/queries/periods.ts";
import { IS_RECENT, visitsUntil } from "../../questions/queries/visits.ts";
import { createJourneyVisits, type JourneyQuestion } from "./journeyVisits.ts";

interface StoredCount {
  /** Week of the first visit; {@link EVERYONE} for all visitors. */
  cohort: number;
  week: number;
  visitors: number;
}

const EVERYONE = 255;

/** Visitors by week, new and returning, and how many of the new ones came back in each later week. */
export async function queryRetention(
  store: Pick<EventStore, "query">,
  question: JourneyQuestion,
): Promise<RetentionResponse> {
  const { weeks, left, from } = weeksOf(question);
  const narrowed = { ...question, range: { from, to: question.range.to } };
  const { bindings, isSelected, includesCustomers, recent } = createJourneyVisits(narrowed);
  const firstDay = bindings.bind((weeks[0]?.day ?? 0) / ONE_DAY, "Int32");
  // Days of the site's time zone, so that weeks with a clock change are complete.
  const weekOf = (at: string) =>
    `toUInt8(intDiv(toInt32(toDate(toTimeZone(${at}, {tz:String}))) - ${firstDay}, 7))`;
  const viewsInRange = `arrayFilter(at -> at >= ${FROM} AND at < ${TO}, view_at)`;
  const sql = `
    SELECT entry.1 AS cohort, entry.2 AS week, toFloat64(count()) AS visitors
    FROM (
      SELECT visitor_id, min(first_view) AS first_at, argMin(is_selected, (first_view, session_id)) AS is_first_selected,
             groupUniqArrayArray(weeks) AS all_weeks, groupUniqArrayArray(if(is_selected, weeks, [])) AS selected_weeks
      FROM (
        SELECT visitor_id, session_id, view_at[1] AS first_view, ${isSelected} AS is_selected,
               if(${IS_RECENT}, arrayDistinct(arrayMap(at -> ${weekOf("at")}, ${viewsInRange})), []) AS weeks
        FROM ${visitsUntil(["session_id", "visitor_id", "view_at"], { includesCustomers, recent })})
      GROUP BY visitor_id HAVING notEmpty(all_weeks))
    ARRAY JOIN arrayConcat(
      arrayMap(week -> (toUInt8(${EVERYONE}), week), selected_weeks),
      if(first_at >= ${FROM} AND is_first_selected, arrayMap(week -> (${weekOf("first_at")}, week), all_weeks), [])) AS entry
    GROUP BY entry`;
  const [rows, knownSince] = await Promise.all([
    store.query<StoredCount>(sql, bindings.params),
    queryFirstEvent(store),
  ]);
  const counts = new Map(rows.map(({ cohort, week, visitors }) => [`${cohort} ${week}`, visitors]));
  const count = (cohort: number, week: number) => counts.get(`${cohort} ${week}`) ?? 0;
  return {
    weeks: weeks.map(({ start, isPartial }, index): RetentionWeek => {
      const retained = weeks.slice(index).map((_, later) => count(index, index + later));
      return { start, isPartial, visitors: count(EVERYONE, index), newVisitors: retained[0] ?? 0, retained };
    }),
    left,
    knownSince,
  };
}

/** The weeks that the range overlaps; only the last ones of a long range. */
function weeksOf({ range, tz, weekStart }: JourneyQuestion) {
  const starts = [startOfWeek(range.from, tz, weekStart)];
  // Two days into the next week, whether or not the clock changes.
  const next = (start: number) => startOfWeek(start + 9 * ONE_DAY, tz, weekStart);
  for (let start = next(starts[0] ?? 0); start < range.to; start = next(start)) starts.push(start);
  const left = Math.max(0, starts.length - MAX_RETENTION_WEEKS);
  const weekStarts = starts.slice(left);
  const weeks = weekStarts.map((start) => ({
    day: wallClockOf(start, tz),
    start: new Date(wallClockOf(start, tz)).toISOString().slice(0, 10),
    isPartial: start < range.from || next(start) > range.to,
  }));
  return { weeks, left, from: Math.max(range.from, weekStarts[0] ?? range.from) };
}
