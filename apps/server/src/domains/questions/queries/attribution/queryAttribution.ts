import { type LeadOutcome, type Milliseconds, NO_CONSENT, NOT_SET, ONE_DAY } from "@marquee/contract";
import {
  ATTRIBUTION_MODELS,
  type AttributionDimension,
  type AttributionModel,
  type AttributionQuery,
} from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { IS_IN_SESSION, recentParams } from "../../../../platform/storage/events/queries/sessions.ts";
import { uniqueEvents } from "../../../../platform/storage/events/queries/uniqueEvents.ts";
import { withPatterns } from "../askStore.ts";
import { type Bindings, createBindings } from "../bindings.ts";
import { orNotSet, VARIATION, VISIT_COLUMNS } from "../dimensionColumns.ts";
import { goalHits, SECTION_NAME } from "../goalHits.ts";
import { leadColumn, leadRows } from "../leadRows.ts";
import { COUNTED_LEADS } from "../leads/leadCounts.ts";
import { TO } from "../periods.ts";
import type { Question } from "../question.types.ts";
import { questionRows } from "../questionRows.ts";
import { visitsInRange } from "../visits.ts";

/** Browsers of people who have several: each with one browser that represents the person. */
export interface LinkedBrowsers {
  visitors: readonly string[];
  people: readonly string[];
}

export interface AttributionQuestion
  extends Pick<Question, "conditions" | "goals" | "range" | "recent" | "tz" | "weekStart">,
    Pick<AttributionQuery, "dimension" | "lookBackDays" | "halfLifeDays" | "skipsDirect"> {
  /** Conversions are those of the goals that the conditions select. */
  counts: LeadOutcome | "conversions";
  browsers: LinkedBrowsers;
}

export interface StoredCredit {
  value: string;
  /** In the order of {@link ATTRIBUTION_MODELS}. */
  credits: number[];
}

/** Maximum number of a person's visits (the latest), because clients can send any number. */
const MAX_TOUCHES = 500;
const MAX_SECTIONS = 5000;
const MAX_ROWS = 10_000;

const milliseconds = (column: string) => `toUnixTimestamp64Milli(${column})`;

/**
 * Credit by the values of a dimension, most first. A touch is a visit of the person that started before the conversion and at most the look-back window
 * ago; the conversion's own visit is always one, the last. The conditions select conversions, not touches, so all credits add up to the count of a query
 * with the same conditions.
 */
export async function queryAttribution(
  store: Pick<EventStore, "query">,
  question: AttributionQuestion,
  signal?: AbortSignal,
): Promise<StoredCredit[]> {
  const { range, recent, tz, lookBackDays, halfLifeDays, browsers } = question;
  const bindings = createBindings({
    from: range.from,
    to: range.to,
    tz,
    ...(recent && recentParams(recent)),
  });
  const halfLife = bindings.bind(halfLifeDays * ONE_DAY, "Float64");
  const person = personOf(browsers, bindings);
  const names = namesOf(question.dimension);
  const parts = { bindings, person, names, lookBack: lookBackDays * ONE_DAY };
  const sql = `
    SELECT value, [${ATTRIBUTION_MODELS.map((model) => `sum(${model}_credit)`).join(", ")}] AS credits
    FROM (
      SELECT arrayJoin(names) AS value, credit / length(names) AS part,
             ${ATTRIBUTION_MODELS.map((model) => `part * (${WEIGHTS[model]}) AS ${model}_credit`).join(", ")}
      FROM (
        SELECT credit, place, length(path) AS touches, decayed, arraySum(path_decay) AS decayed_sum,
               ${names.ofTouch} AS counted, if(empty(counted), ['${NOT_SET}'], counted) AS names
        FROM (
          SELECT *, arrayMap(each -> exp2(-greatest(0, conversion_at - each.1) / ${halfLife}), path) AS path_decay
          FROM (${pathsOf(question, parts)}))
        ARRAY JOIN path AS touch, path_decay AS decayed, arrayEnumerate(path) AS place))
    GROUP BY value
    ORDER BY arrayMax(credits) DESC, value
    LIMIT ${MAX_ROWS}`;
  return withPatterns(() => store.query<StoredCredit>(sql, bindings.params, signal));
}

/** A touch's share of a conversion, by its `place` among `touches`. */
const WEIGHTS: Record<AttributionModel, string> = {
  first: "place = 1",
  last: "place = touches",
  linear: "1 / touches",
  position:
    "multiIf(touches = 1, 1, touches = 2, 0.5, place = 1 OR place = touches, 0.4, 0.2 / (touches - 2))",
  decay: "decayed / decayed_sum",
};

/** Expression that maps a visitor to a person. */
function personOf({ visitors, people }: LinkedBrowsers, { bindTexts }: Bindings): string {
  if (visitors.length === 0) return "visitor_id";
  return `transform(visitor_id, ${bindTexts(visitors)}, ${bindTexts(people)}, visitor_id)`;
}

/** Names of touches: the needed columns of visits, and the expressions. */
interface Names {
  columns: readonly string[];
  ofVisit: string;
  ofLead: string;
  /** Expression of the final names of `touch`. */
  ofTouch: string;
}

function namesOf(dimension: AttributionDimension): Names {
  const ofLead = (names: string) => `if(consented = 0, ['${NO_CONSENT}'], ${names})`;
  if (dimension === "section") {
    const none = "[]::Array(String)";
    const isSeen = "each.1 = touch.2 AND each.2 = touch.3 AND each.4 <= conversion_at";
    const ofTouch = `arrayConcat(touch.5, arrayMap(each -> each.3, arrayFilter(each -> ${isSeen}, seen)))`;
    return { columns: [], ofVisit: none, ofLead: ofLead(none), ofTouch };
  }
  if (dimension === VARIATION) {
    const names = "arrayMap(each -> toString(each), variations)";
    return { columns: ["variations"], ofVisit: names, ofLead: ofLead(names), ofTouch: "touch.5" };
  }
  const column = VISIT_COLUMNS[dimension] ?? "";
  return {
    columns: [column],
    ofVisit: `[${orNotSet(`toString(${column})`)}]`,
    ofLead: ofLead(`[${orNotSet(leadColumn(column))}]`),
    ofTouch: "touch.5",
  };
}

interface Expressions {
  bindings: Bindings;
  person: string;
  names: Names;
  lookBack: Milliseconds;
}

/** Subquery of the conversions, with data of their own visits. Those without consent have no person. */
function conversionsOf(
  { counts, dimension, ...visitQuestion }: AttributionQuestion,
  { bindings, person, names }: Expressions,
): string {
  const isDirect = (column: string) => `toUInt8(${column} = 'direct')`;
  const same = { ...visitQuestion, order: [], limit: 0, offset: 0 };
  if (counts !== "conversions") {
    const dimensions = ["visit:channel", ...(dimension === "section" ? [] : [dimension])] as const;
    const question: Question = { ...same, dimensions: [...new Set(dimensions)], metrics: [counts] };
    return `(
      SELECT if(consented = 1 AND visitor_id != '', ${person}, '') AS person, session_id, visitor_id,
             ${milliseconds("lead_at")} AS conversion_at,
             if(is_matched = 1, ${milliseconds("started")}, ${milliseconds("lead_at")}) AS own_start,
             if(consented = 1, ${isDirect(leadColumn("channel"))}, 0) AS own_direct,
             ${names.ofLead} AS own_names, ${counts === "won_value" ? "lead_cents / 100" : "toFloat64(1)"} AS credit
      FROM ${leadRows(question, bindings)} ${counts === "leads" ? "" : "WHERE status = 'won'"})`;
  }
  const question: Question = { ...same, dimensions: [], metrics: ["events"] };
  const { eventRows } = questionRows(question, bindings);
  return `(
    SELECT ${person} AS person, session_id, visitor_id, ${milliseconds("at")} AS conversion_at,
           ${milliseconds("started")} AS own_start, ${isDirect("toString(channel)")} AS own_direct,
           ${names.ofVisit} AS own_names, toFloat64(1) AS credit
    FROM ${eventRows(["channel", ...names.columns])})`;
}

/** Condition on `visitor_id`: may have a conversion. Simpler than {@link conversionsOf}, so that it can be evaluated twice. */
function isConverted({ counts, goals }: AttributionQuestion, { bindings, person }: Expressions): string {
  const leads = `SELECT ${person} ${COUNTED_LEADS} AND consented = 1 AND visitor_id != ''`;
  const hits = goals.map((goal) => `SELECT ${person} FROM (${goalHits(goal, bindings)})`).join(" UNION ALL ");
  return `${person} IN (${counts === "conversions" ? hits : leads})`;
}

/** Subquery of the conversions, each with its `path` of touches: start, session, visitor, whether it is direct, names. */
function pathsOf(question: AttributionQuestion, parts: Expressions): string {
  const { person, names, lookBack } = parts;
  const columns = ["started", "channel", ...names.columns];
  const isOfPerson = isConverted(question, parts);
  // The condition is outside, because the subquery's parts would evaluate it many times.
  const visits = `
    SELECT ${person} AS person,
           arraySlice(arraySort(each -> (each.1, each.2, each.3), groupArray((${milliseconds("started")}, session_id, visitor_id,
             toUInt8(toString(channel) = 'direct'), ${names.ofVisit}))), -${MAX_TOUCHES}) AS visits
    FROM ${visitsInRange(columns, { includesCustomers: true, lookBack, recent: question.recent })} WHERE ${isOfPerson} GROUP BY person`;
  const sections =
    question.dimension === "section"
      ? `LEFT JOIN (${sectionsOf(isOfPerson, parts)}) AS sections USING (person)`
      : "";
  const isBefore = `each.1 <= conversion_at AND each.1 > conversion_at - ${lookBack} AND NOT (each.2 = session_id AND each.3 = visitor_id)`;
  const conversionTouch = "(own_start, session_id, visitor_id, own_direct, own_names)";
  const isOther = "each.4 = 0";
  const path = question.skipsDirect
    ? `if(arrayExists(each -> ${isOther}, all_touches), arrayFilter(each -> ${isOther}, all_touches), all_touches)`
    : "all_touches";
  return `
    SELECT *, ${path} AS path
    FROM (
      SELECT *, arrayPushBack(arrayFilter(each -> ${isBefore}, visits), ${conversionTouch}) AS all_touches
      FROM ${conversionsOf(question, parts)} AS conversion
      LEFT JOIN (${visits}) AS earlier USING (person) ${sections})`;
}

/** Subquery of `seen`, the sections that people saw: session, visitor, name, and when they first saw it in that visit. */
function sectionsOf(isOfPerson: string, { person, lookBack }: Expressions): string {
  const isWithin = `timestamp >= fromUnixTimestamp64Milli({from:Int64} - ${lookBack}) AND timestamp < ${TO}`;
  const views = `${uniqueEvents(`${IS_IN_SESSION} AND ${isWithin}`)} AND type = 'track' AND event = 'Section Viewed' AND ${isOfPerson}`;
  return `
    SELECT person, groupArray(${MAX_SECTIONS})((session_id, visitor_id, name, first_at)) AS seen
    FROM (
      SELECT ${person} AS person, session_id, visitor_id, ${SECTION_NAME} AS name, min(${milliseconds("timestamp")}) AS first_at ${views}
      GROUP BY person, session_id, visitor_id, name)
    GROUP BY person`;
}
