import type { ClickChoice, RecordedChoice } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { dateRangeParams, type Span } from "../../../platform/storage/events/queries/sqlParts.ts";
import { uniqueEvents } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import {
  CLICK_LOCATION,
  CLICK_ROOT,
  CLICK_TARGET,
  CLICK_TEXT,
  CLICKED_PAGE,
  IS_IN_ENGLISH,
} from "../../questions/queries/clickTargets.ts";
import { IS_COUNTED } from "./goalChoices.ts";

const MAX_CLICKS = 500;
/** Maximum number of texts, places and pages of each target. */
const MAX_VALUES = 30;

/** A click target, before texts in different languages are matched. */
export interface ClickedTarget {
  target: string;
  /** Its texts when clicked, on all pages and on those in English, most frequent first. */
  texts: RecordedChoice[];
  englishTexts: RecordedChoice[];
  places: ClickChoice["places"];
  pages: RecordedChoice[];
  count: number;
}

type Counts = Record<string, number | string>;

interface Row extends Pick<ClickedTarget, "target" | "count"> {
  texts: Counts;
  english: Counts;
  /** By root and location, as JSON. */
  places: Counts;
  pages: Counts;
}

/** Tracked clicks by target, across all pages and languages. */
export async function queryClickedTargets(
  store: Pick<EventStore, "query">,
  span: Span,
): Promise<ClickedTarget[]> {
  const countsOf = (key: string, condition = "1") => `sumMapIf(map(${key}, toUInt32(1)), ${condition})`;
  const sql = `
    SELECT clicked AS target, ${countsOf("text")} AS texts, ${countsOf("text", "is_english")} AS english,
           ${countsOf("toJSONString([root, location])")} AS places, ${countsOf("page")} AS pages, toUInt32(count()) AS count
    FROM (
      SELECT ${CLICK_TARGET} AS clicked, ${CLICK_TEXT} AS text, ${CLICK_ROOT} AS root, ${CLICK_LOCATION} AS location,
             ${CLICKED_PAGE} AS page, ${IS_IN_ENGLISH} AS is_english
      ${uniqueEvents(IS_COUNTED)} AND type = 'track' AND event = 'click web')
    WHERE clicked != '' GROUP BY clicked ORDER BY count DESC, target LIMIT ${MAX_CLICKS}`;
  const rows = await store.query<Row>(sql, dateRangeParams(span));
  return rows.map(({ english, ...row }) => ({
    ...row,
    texts: listOf(row.texts),
    englishTexts: listOf(english),
    pages: listOf(row.pages),
    places: listOf(row.places).map(({ value, count }) => {
      const [root = "", location = ""] = JSON.parse(value) as string[];
      return { root, location, count };
    }),
  }));
}

function listOf(counts: Counts): RecordedChoice[] {
  return Object.entries(counts)
    .map(([value, count]) => ({ value, count: Number(count) }))
    .filter(({ value, count }) => value !== "" && count > 0)
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    .slice(0, MAX_VALUES);
}
