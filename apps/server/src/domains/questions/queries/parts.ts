import { NO_CONSENT, NOT_SET } from "@marquee/contract";
import type { Bindings } from "./bindings.ts";
import {
  columnOf,
  countViews,
  createConditions,
  dimensionsIn,
  eachView,
  everyDimensionIn,
  isOnlyOn,
  usesEvents,
  usesViews,
  VIEW_ARRAYS,
} from "./conditions.ts";
import {
  bucketOf,
  isEvent,
  isLead,
  isTime,
  isView,
  named,
  VARIATION,
  VIEW_COLUMNS,
  VISIT_COLUMNS,
} from "./dimensionColumns.ts";
import { SCROLLED_VIEWS } from "./goalHits.ts";
import { importedDays } from "./importedDays.ts";
import { IS_COUNTED_LEAD } from "./leads/leadCounts.ts";
import { createMatching } from "./matching.ts";
import { type Periods, periodsOf } from "./periods.ts";
import type { Question } from "./question.types.ts";
import { visitsInRange } from "./visits.ts";

/** What came of leads. */
export const LEAD_COUNTS = ["meetings", "won_leads", "won_cents"];

interface Counted {
  bindings: Bindings;
  /** What is needed; each part counts those of them that it can. */
  counted: ReadonlySet<string>;
}

/** Counting hashes takes a third of the time. Two of ten million visitors share one with a chance of one in 400,000. */
const VISITOR = "sipHash64(visitor_id)";
const VISIT = "sipHash64(session_id, visitor_id)";
/** Counts of visits, besides their number. */
const OF_VISITS = {
  views_of_visits: "views",
  bounces: "views = 1",
  duration: "dateDiff('millisecond', started, ended)",
};

/** Subqueries that together count what is needed, each with the columns `d0`, `d1` … and one per count, and `is_earlier` if two ranges are compared. */
export function partsOf(question: Question, { bindings, counted }: Counted): string[] {
  const { dimensions, conditions } = question;
  const part = createParts(question, { bindings, counted });
  const isAnyOf = (...names: string[]) => names.some((name) => counted.has(name));
  const ofEvents = usesEvents(conditions) || dimensions.some(isEvent);
  const isPerView = dimensions.some((dimension) => isView(dimension) || isTime(dimension));
  const parts: string[] = [];
  if (ofEvents) {
    if (isAnyOf("visitors", "row_visitors", "visits", "pageviews", "events")) parts.push(part.ofEvents());
    if (isAnyOf(...Object.keys(OF_VISITS))) parts.push(part.ofVisits({ except: ["visits"] }));
  } else {
    if (isAnyOf("events")) parts.push(part.ofEvents({ only: ["events"] }));
    if (isPerView) {
      if (isAnyOf("visitors", "pageviews", "page_time")) parts.push(part.ofViews());
      if (isAnyOf("visits", ...Object.keys(OF_VISITS))) parts.push(part.ofVisits());
    } else {
      if (isAnyOf("visitors", "visits", "exits", "pageviews", ...Object.keys(OF_VISITS)))
        parts.push(part.ofVisitsAndViews());
      if (isAnyOf("page_time")) parts.push(part.ofViews({ only: ["page_time", "page_visits"] }));
    }
  }
  if (isAnyOf("entries")) parts.push(part.ofEntries());
  if (isAnyOf("exit_page_views")) parts.push(viewsOfExitPages(question, { bindings, counted }));
  if (isAnyOf("scrolled_visits")) parts.push(part.ofScrollDepths());
  if (isAnyOf("leads", "consented_leads", ...LEAD_COUNTS)) parts.push(part.ofLeads());
  if (isAnyOf("all_visitors")) parts.push(allVisitors(question, { bindings, counted }));
  if (question.imports) parts.push(part.ofImports(question.imports));
  return parts;
}

/** Page views of the pages that visits can end on; the only dimension is the exit page (`checkQuery`). */
function viewsOfExitPages(question: Question, counted: Counted): string {
  const byPage = createParts({ ...question, dimensions: ["event:page"] }, counted);
  return byPage.ofViews({ only: ["exit_page_views"] });
}

/** Visitors by the same dimensions, whether or not they reached a goal. */
function allVisitors(question: Question, { bindings, counted }: Counted): string {
  const everyone = withoutGoals(question);
  const dimensions = question.dimensions.filter((dimension) => dimension !== "event:goal");
  const parts = partsOf({ ...everyone, dimensions }, { bindings, counted: new Set(["visitors"]) });
  const keys = question.dimensions.map((dimension, index) =>
    dimension === "event:goal"
      ? `'' AS d${index}`
      : `everyone.d${dimensions.indexOf(dimension)} AS d${index}`,
  );
  const counts = [...counted].map((name) =>
    name === "all_visitors" ? "everyone.visitors AS all_visitors" : `toInt64(0) AS ${name}`,
  );
  return `SELECT ${[...keys, ...counts].join(", ")} FROM (${parts.join(" UNION ALL ")}) AS everyone`;
}

/** The question about all visitors, whether or not they reached a goal. Its conditions on goals are at the top level (`checkQuery`). */
export function withoutGoals(question: Question): Question {
  return {
    ...question,
    conditions: question.conditions.filter(
      (each) => !("dimension" in each && each.dimension === "event:goal"),
    ),
  };
}

/** What the parts of a question select. */
export function createParts(question: Question, { bindings, counted }: Counted) {
  const { dimensions, goals, recent, weekStart } = question;
  const periods = periodsOf(question.earlier !== undefined);
  const { isWithin } = periods;
  const mentioned = [...dimensions, ...everyDimensionIn(question.conditions)];
  const includesCustomers = mentioned.includes("visit:audience");
  const ofLeads = question.conditions.filter((each) => dimensionsIn([each]).some(isLead));
  const conditions = question.conditions.filter((each) => !ofLeads.includes(each));

  const ofViews = conditions.filter((each) => usesViews([each]));
  const ofOthers = conditions.filter((each) => !ofViews.includes(each));
  const views = eachView(mentioned);
  /** 404 pages have no path, and do not rank. */
  const isRanked = dimensions.includes("event:page") ? " AND page != ''" : "";

  const { where, visitColumns, viewArrays, matchingEvents, isMatchingVisit } = createMatching(
    { dimensions, conditions, goals, includesCustomers, recent },
    bindings,
  );
  const isOfGoals = mentioned.includes("event:goal");
  /**
   * Condition on conversions: their visit has a page view that counts. So a share of the visitors with page views never exceeds all of them, even if a visit
   * goes on in another range than it began, or a server names a page that was not viewed.
   * @param same conditions on the page view and `happened`, the conversion.
   */
  const hasView = (same: readonly string[] = []) => `${viewsOfConversion(same)} > 0`;
  /** The page views that count of a conversion's visit. @param same as of {@link hasView}. */
  const viewsOfConversion = (same: readonly string[] = []) => {
    const isMatch = where.onViews(ofViews.filter((each) => !usesEvents([each])));
    return countViews([isWithin("at"), isMatch, ...same].join(" AND "));
  };
  /** Conditions on the page view and `happened`: they are in the same row of the answer. */
  const inSameRow = () =>
    dimensions.flatMap((dimension) => {
      if (isTime(dimension))
        return `${bucketOf(dimension, "at", weekStart)} = ${bucketOf(dimension, "happened.at", weekStart)}`;
      const column = VIEW_COLUMNS[dimension];
      return column ? `${column} = happened.${column}` : [];
    });
  /** Few conversions are page views, so the page views of a question about goals are those of the visits that reached them. */
  const countsConversions = [...dimensions, ...dimensionsIn(conditions)].includes("event:goal");
  const visits = (columns: readonly string[] = []) =>
    visitsInRange([...visitColumns, ...viewArrays, ...columns], { includesCustomers, periods, recent });

  /** Visits that match, with `is_start`, whether they count as visits, and `counted_views`, their page views that count. */
  const matchingVisits = (columns: readonly string[] = []) => {
    const isCounted = `${isWithin("at")} AND ${where.onViews(ofViews)}`;
    const inRange = `if(started >= ${periods.from} AND ended < ${periods.to}, views, arrayCount(at -> ${isWithin("at")}, view_at))`;
    const counts = `${isWithin("started")} AND ${isMatchingVisit(ofViews)} AS is_start,
      ${ofViews.length > 0 ? countViews(isCounted) : inRange} AS counted_views`;
    return `(SELECT *, ${counts} FROM ${visits(["view_at", ...columns])} WHERE ${isMatchingVisit(ofOthers)})`;
  };

  /** As for the other figures, but with known customers, whose leads count. */
  const ofEveryone = () =>
    createMatching({ dimensions, conditions, goals, includesCustomers: true, recent }, bindings);

  /**
   * Leads that match, with the columns of their visits where those are needed. Conditions on visits compare what lists show of leads, so that a row has as many
   * leads as the total with it as a filter; also leads of known customers, without consent, and of visits that are not stored. Only visits can have viewed pages
   * and done something; of other leads, the host is not set.
   */
  const matchingLeads = () => {
    const own = [...LEAD_HAS].map((name) => `toString(${name}) AS lead_${name}`);
    const counted = countedLeads(periods);
    const columns = [
      "toString(id) AS lead_id, visitor_id, session_id, timestamp AS lead_at, form, kind, path, consented",
      "status, toInt64(value * 100) AS lead_cents, has_meeting",
      ...own,
      ...periods.keys,
    ];
    const leads = `(SELECT ${columns.join(", ")} ${counted} AND ${where.onViews(ofLeads)})`;
    const needsVisits =
      conditions.length > 0 || dimensions.some((dimension) => !isTime(dimension) && !isLead(dimension));
    if (!needsVisits) return leads;
    const ofVisits = visitsInRange(
      [...visitColumns, ...viewArrays, ...(dimensions.some(isView) ? VIEW_ARRAYS : [])],
      { includesCustomers: true, where: `session_id IN (SELECT session_id ${counted})`, periods, recent },
    );
    const onLeads = conditions.filter((each) => isOnlyOn(each, (name) => name.startsWith("visit:")));
    const others = conditions.filter((each) => !onLeads.includes(each));
    const ofLead = createConditions({
      bindings,
      visitsWithEvent: () => "(SELECT 0, '')",
      columnFor: leadValue,
    });
    const isSelected = others.length > 0 ? ofEveryone().isMatchingVisit() : "1";
    const withoutVisit = others.every((each) => isOnlyOn(each, (name) => name === HOST))
      ? ofLead.onViews(others)
      : "0";
    const matched = `(SELECT *, 1 AS is_matched, ${isSelected} AS is_selected FROM ${ofVisits})`;
    const host = `(SELECT * REPLACE (if(is_matched = 1, view_hosts, ['']) AS view_hosts, if(is_matched = 1, view_at, [lead_at]) AS view_at)`;
    const isByHost = dimensions.includes(HOST) && !dimensions.some((each) => isView(each) && each !== HOST);
    return `${isByHost ? host : "(SELECT *"} FROM ${leads} AS lead LEFT JOIN ${matched} AS visit
      USING (${["session_id", "visitor_id", ...periods.keys].join(", ")})
      WHERE ${ofLead.onViews(onLeads)} AND if(is_matched = 1, is_selected = 1, ${withoutVisit}))`;
  };

  /** Leads with each page view of their visit that matches; with conditions on events, with the page of each event that does. */
  const byView = (leads: string) => {
    if (usesEvents(conditions)) {
      const events = `SELECT DISTINCT session_id, visitor_id, page, host, version FROM ${ofEveryone().matchingEvents()}`;
      return `${leads} AS lead INNER JOIN (${events}) AS event
        USING (session_id, visitor_id) WHERE 1${isRanked}`;
    }
    return `${leads} ${views} WHERE ${where.onViews(ofViews)}${isRanked}`;
  };

  const nameOrNotSet = (dimension: string, text: string) =>
    orNotSet(named(text, question.names?.[dimension]));
  const keyOf = (dimension: Question["dimensions"][number], time: string) => {
    if (isTime(dimension)) return bucketOf(dimension, time, weekStart);
    if (dimension === VARIATION)
      return orNotSet("toString(arrayJoin(if(empty(variations), [''], variations)))");
    return nameOrNotSet(dimension, columnOf(dimension, bindings));
  };
  /** As {@link keyOf}, of a lead's visit. */
  const leadKeyOf = (dimension: Question["dimensions"][number]) => {
    if (dimension === VARIATION) return `if(consented = 0, '${NO_CONSENT}', ${keyOf(dimension, "lead_at")})`;
    return VISIT_COLUMNS[dimension]
      ? nameOrNotSet(dimension, leadValue(dimension, "is"))
      : keyOf(dimension, "lead_at");
  };
  const select = (
    counts: Readonly<Record<string, string>>,
    {
      from,
      time,
      only,
      except = [],
      keys,
    }: Selection & { from: string; time: string; keys?: readonly string[] },
  ) => {
    const columns = keys ?? dimensions.map((dimension) => keyOf(dimension, time));
    const grouped = [...columns.map((_, index) => `d${index}`), ...periods.keys];
    const isCounted = (name: string) =>
      name in counts && !except.includes(name) && (only?.includes(name) ?? true);
    return `
      SELECT ${[
        ...columns.map((column, index) => `${column} AS d${index}`),
        ...periods.keys,
        ...[...counted].map((name) => `toInt64(${isCounted(name) ? counts[name] : 0}) AS ${name}`),
      ].join(", ")}
      FROM ${from}
      ${grouped.length > 0 ? `GROUP BY ${grouped.join(", ")}` : ""}`;
  };

  return {
    /**
     * Subquery of the visits that visits, visitors or page views count, with the given columns and `counted_views`. Questions about events count the visits
     * with an event that matches.
     */
    visitRows(of: "visits" | "visitors" | "pageviews", columns: readonly string[]) {
      if (!usesEvents(conditions))
        return `(SELECT * FROM ${matchingVisits(columns)} WHERE ${of === "visits" ? "is_start" : "counted_views > 0"})`;
      const keys = [...new Set(["session_id", "visitor_id", "started", "ended", "views", ...columns])];
      const isCounted = {
        visits: isWithin("started"),
        visitors: isOfGoals ? `max(${hasView()}) = 1` : "1",
        pageviews: "counted_views > 0",
      };
      const views = countsConversions ? `any(${viewsOfConversion()})` : "countIf(kind = 'page')";
      return `(
        SELECT ${keys.join(", ")}, ${views} AS counted_views
        FROM ${matchingEvents(isOfGoals ? [...columns, ...VIEW_ARRAYS] : columns)} GROUP BY ${keys.join(", ")} HAVING ${isCounted[of]})`;
    },

    /** Subquery of the leads that are counted. */
    leadRows: matchingLeads,

    /** `FROM` and `WHERE` clauses of the events that are counted, conversions if the question is about goals. @param columns of their sessions. */
    eventRows: matchingEvents,

    /** Visits and page views in one pass. */
    ofVisitsAndViews() {
      const from = matchingVisits();
      const atStart = Object.fromEntries(
        Object.entries(OF_VISITS).map(([name, value]) => [name, `sumIf(${value}, is_start)`]),
      );
      return select(
        {
          visitors: `uniqExactIf(${VISITOR}, counted_views > 0)`,
          pageviews: "sum(counted_views)",
          visits: "countIf(is_start)",
          exits: "countIf(is_start)",
          ...atStart,
        },
        { from, time: "started" },
      );
    },

    /** Page views, each on its own. */
    ofViews(selection: Selection = {}) {
      const next = "arrayPushBack(arrayPopFront(view_at), ended)";
      const spent = `arrayMap((each, after) -> dateDiff('millisecond', each, after), view_at, ${next}) AS spent`;
      const from = `${visits(VIEW_ARRAYS)} ${views}, ${spent} WHERE ${isWithin("at")} AND ${where.onViews(conditions)}${isRanked}`;
      return select(
        {
          visitors: `uniqExact(${VISITOR})`,
          pageviews: "count()",
          page_time: "sum(spent)",
          page_visits: `uniqExact(${VISIT})`,
          exit_page_views: "count()",
        },
        { from, time: "at", ...selection },
      );
    },

    /** Visits at their start; by pages, those that viewed each. */
    ofVisits(selection: Selection = {}) {
      if (dimensions.some(isView)) {
        const from = `${visits(VIEW_ARRAYS)} ${views} WHERE ${isWithin("started")} AND ${where.onViews(conditions)}${isRanked}`;
        return select({ visits: `uniqExact(${VISIT})` }, { from, time: "started", ...selection });
      }
      const sums = Object.entries(OF_VISITS).map(([name, value]) => [name, `sum(${value})`] as const);
      const from = `${visits()} WHERE ${isWithin("started")} AND ${isMatchingVisit()}`;
      return select(
        { visits: "count()", ...Object.fromEntries(sums) },
        { from, time: "started", ...selection },
      );
    },

    /** Visits by the page view that they began with, which matches the conditions on page views. */
    ofEntries() {
      const isMatching = where.onViews(conditions.filter((each) => !usesEvents([each])));
      const hasEvent = usesEvents(conditions) ? ` AND ${isMatchingVisit()}` : "";
      const from = `${visits(VIEW_ARRAYS)} ${views}, arrayEnumerate(view_at) AS place
        WHERE place = 1 AND ${isWithin("started")} AND ${isMatching}${hasEvent}${isRanked}`;
      const { bounces, duration } = OF_VISITS;
      return select(
        { entries: "count()", entry_bounces: `sum(${bounces})`, entry_duration: `sum(${duration})` },
        { from, time: "started" },
      );
    },

    /** The deepest that each visit scrolled on the pages that match, as far as its scrolling was recorded. */
    ofScrollDepths() {
      const keys = dimensions.map((dimension, index) => `${keyOf(dimension, "at")} AS k${index}`);
      const keyNames = dimensions.map((_, index) => `k${index}`);
      const grouped = ["session_id", "visitor_id", ...keyNames];
      const deepest = `(
        SELECT ${["session_id", "visitor_id", ...keys, "max(depth) AS deepest"].join(", ")}
        FROM (${SCROLLED_VIEWS}) AS scrolled INNER JOIN ${visits()} AS visit USING (session_id, visitor_id)
        WHERE ${where.onViews(conditions)}${isRanked} GROUP BY ${grouped.join(", ")})`;
      return select(
        { scrolled_visits: "count()", scroll_depths: "sum(round(100 * deepest))" },
        { from: deepest, time: "at", keys: keyNames },
      );
    },

    /** Events, and conversions if the question is about goals. */
    ofEvents(selection: Selection = {}) {
      return select(
        {
          visitors: isOfGoals ? `uniqExactIf(${VISITOR}, ${hasView()})` : `uniqExact(${VISITOR})`,
          row_visitors: `uniqExactIf(${VISITOR}, ${hasView(inSameRow())})`,
          visits: `uniqExactIf(${VISIT}, ${isWithin("started")})`,
          // A visit can have several conversions.
          pageviews: countsConversions
            ? `arraySum(groupUniqArray((${VISIT}, ${viewsOfConversion(inSameRow())})).2)`
            : "countIf(kind = 'page')",
          events: "count()",
        },
        { from: `${matchingEvents(isOfGoals ? VIEW_ARRAYS : [])}${isRanked}`, time: "at", ...selection },
      );
    },

    /** Days that were imported from another system. */
    ofImports(imports: readonly number[]) {
      const { from, counts, time, value } = importedDays(question, { imports, bindings, periods });
      const keys = dimensions.map((each) =>
        isTime(each) ? bucketOf(each, time, weekStart) : orNotSet(value),
      );
      return select(counts, { from, time, keys });
    },

    /** Leads; by pages, those whose visit viewed each. */
    ofLeads() {
      const leads = matchingLeads();
      const keys = dimensions.map(leadKeyOf);
      const from = dimensions.some(isView) ? byView(leads) : leads;
      return select(
        {
          leads: "uniqExact(lead_id)",
          consented_leads: "uniqExactIf(lead_id, consented = 1 AND lead_audience != 'customer')",
          meetings: "uniqExactIf(lead_id, has_meeting = 1)",
          won_leads: "uniqExactIf(lead_id, status = 'won')",
          // By pages, a lead has several rows.
          won_cents: "arraySum(groupUniqArrayIf((lead_id, lead_cents), status = 'won').2)",
        },
        { from, time: "lead_at", keys },
      );
    },
  };
}

/** FROM and WHERE clauses of the leads in the ranges, not spam. */
function countedLeads(periods: Periods): string {
  const { arrayJoin, where } = periods.split((from, to) => `timestamp >= ${from} AND timestamp < ${to}`);
  return `FROM leads FINAL ${arrayJoin} WHERE ${where} AND ${IS_COUNTED_LEAD}`;
}

interface Selection {
  only?: readonly string[];
  except?: readonly string[];
}

const HOST = "event:hostname";
const UTM = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term"];
/** Columns of visits that leads have too, for visits that are not stored. */
const LEAD_HAS = new Set([
  "channel",
  "source",
  "country",
  "browser",
  "os",
  "device",
  "locale",
  "audience",
  ...UTM,
]);

/**
 * The value of a dimension of visits for a lead, as an expression on rows of `leadRows`; an array for variations. The host is that of a lead without a visit.
 * @param kind of comparison. Without consent nothing contains a text, but the row of a list can be selected.
 */
function leadValue(dimension: string, kind: string): string {
  const unknown = kind === "is" ? NO_CONSENT : "";
  if (dimension === HOST) return "''";
  if (dimension === VARIATION) return `if(consented = 0, ['${unknown}'], variations)`;
  return `if(consented = 0, '${unknown}', ${leadColumn(VISIT_COLUMNS[dimension] ?? "")})`;
}

/** Column of a lead's visit, or the lead's own if the visit is not stored. For rows of `leadRows` that need visits. */
export function leadColumn(column: string): string {
  return `if(is_matched = 1, toString(${column}), ${LEAD_HAS.has(column) ? `lead_${column}` : "''"})`;
}

export const orNotSet = (text: string) => `if(${text} = '', '${NOT_SET}', ${text})`;
