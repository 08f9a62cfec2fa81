import { NO_CONSENT } from "@marquee/contract";
import type { Bindings } from "./bindings.ts";
import {
  createConditions,
  eachView,
  everyDimensionIn,
  isOnlyOn,
  usesEvents,
  usesLeads,
  usesViews,
  VIEW_ARRAYS,
} from "./conditions.ts";
import {
  isLead,
  isTime,
  isView,
  named,
  orNotSet,
  rankedOnly,
  VARIATION,
  VISIT_COLUMNS,
} from "./dimensionColumns.ts";
import { keyOf } from "./keyOf.ts";
import { IS_COUNTED_LEAD } from "./leads/leadCounts.ts";
import { createMatching } from "./matching.ts";
import { type Periods, periodsOf } from "./periods.ts";
import type { Question } from "./question.types.ts";
import { visitsInRange } from "./visits.ts";

const HOST = "event:hostname";
const UTM = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term"];
/** Columns of visits that leads also have, for visits that are not stored. */
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
 * Subquery of the leads that match, with the columns of their visits where those are needed. Conditions on visits compare the values that lists show for leads, so
 * that a row has as many leads as the total filtered by it. Leads of known customers, without consent, and of visits that are not stored are included. Only stored
 * visits can match conditions on page views and events; other leads have no host.
 */
export function leadRows(question: Question, bindings: Bindings): string {
  const { dimensions, recent } = question;
  const periods = periodsOf(question.earlier !== undefined);
  const { conditions, where, visitColumns, viewArrays, isMatchingVisit } = matchingLeads(question, bindings);
  const ofLeads = question.conditions.filter((each) => usesLeads([each]));
  const counted = countedLeads(periods);
  const columns = [
    "toString(id) AS lead_id, visitor_id, session_id, timestamp AS lead_at, form, kind, path, consented",
    "status, toInt64(value * 100) AS lead_cents, has_meeting",
    ...[...LEAD_HAS].map((name) => `toString(${name}) AS lead_${name}`),
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
  const visitConditions = conditions.filter((each) => !onLeads.includes(each));
  const ofLead = createConditions({
    bindings,
    visitsWithEvent: () => "(SELECT 0, '')",
    columnFor: leadValue,
  });
  const isSelected = visitConditions.length > 0 ? isMatchingVisit() : "1";
  const withoutVisit = visitConditions.every((each) => isOnlyOn(each, (name) => name === HOST))
    ? ofLead.onViews(visitConditions)
    : "0";
  const matched = `(SELECT *, 1 AS is_matched, ${isSelected} AS is_selected FROM ${ofVisits})`;
  const host = `(SELECT * REPLACE (if(is_matched = 1, view_hosts, ['']) AS view_hosts, if(is_matched = 1, view_at, [lead_at]) AS view_at)`;
  const isByHost = dimensions.includes(HOST) && !dimensions.some((each) => isView(each) && each !== HOST);
  return `${isByHost ? host : "(SELECT *"} FROM ${leads} AS lead LEFT JOIN ${matched} AS visit
      USING (${["session_id", "visitor_id", ...periods.keys].join(", ")})
      WHERE ${ofLead.onViews(onLeads)} AND if(is_matched = 1, is_selected = 1, ${withoutVisit}))`;
}

/**
 * Like {@link leadRows}, for counting: by page, one row for each page that the visit viewed; with conditions on events, one for each matching
 * event.
 */
export function countedLeadRows(question: Question, bindings: Bindings): { from: string; keys: string[] } {
  const { dimensions } = question;
  const leads = leadRows(question, bindings);
  return { from: dimensions.some(isView) ? byView() : leads, keys: dimensions.map(leadKeyOf) };

  function byView(): string {
    const { conditions, where, matchingEvents } = matchingLeads(question, bindings);
    if (usesEvents(conditions)) {
      const events = `SELECT DISTINCT session_id, visitor_id, page, host, version FROM ${matchingEvents()}`;
      return `${leads} AS lead INNER JOIN (${events}) AS event
        USING (session_id, visitor_id) WHERE 1${rankedOnly(dimensions)}`;
    }
    const views = eachView([...dimensions, ...everyDimensionIn(question.conditions)]);
    const ofViews = conditions.filter((each) => usesViews([each]));
    return `${leads} ${views} WHERE ${where.onViews(ofViews)}${rankedOnly(dimensions)}`;
  }

  function leadKeyOf(dimension: Question["dimensions"][number]): string {
    const key = () => keyOf(dimension, { question, bindings, time: "lead_at" });
    if (dimension === VARIATION) return `if(consented = 0, '${NO_CONSENT}', ${key()})`;
    return VISIT_COLUMNS[dimension]
      ? orNotSet(named(leadValue(dimension, "is"), question.names?.[dimension]))
      : key();
  }
}

/** The conditions that are not on leads, and SQL for matching rows. Unlike other figures, they include known customers, whose leads count. */
function matchingLeads({ dimensions, goals, recent, ...question }: Question, bindings: Bindings) {
  const conditions = question.conditions.filter((each) => !usesLeads([each]));
  const matching = { dimensions, conditions, goals, includesCustomers: true, recent };
  return { conditions, ...createMatching(matching, bindings) };
}

/** FROM and WHERE clauses of the leads in the ranges, not spam. */
function countedLeads(periods: Periods): string {
  const { arrayJoin, where } = periods.split((from, to) => `timestamp >= ${from} AND timestamp < ${to}`);
  return `FROM leads FINAL ${arrayJoin} WHERE ${where} AND ${IS_COUNTED_LEAD}`;
}

/**
 * The value of a dimension of visits for a lead, as an expression on rows of {@link leadRows}; an array for variations. The host is that of a lead without a visit.
 * @param kind of comparison. Without consent, no text comparison matches, but a list's row can be selected.
 */
function leadValue(dimension: string, kind: string): string {
  const unknown = kind === "is" ? NO_CONSENT : "";
  if (dimension === HOST) return "''";
  if (dimension === VARIATION) return `if(consented = 0, ['${unknown}'], variations)`;
  return `if(consented = 0, '${unknown}', ${leadColumn(VISIT_COLUMNS[dimension] ?? "")})`;
}

/** Column of a lead's visit, or the lead's own if the visit is not stored. For rows of {@link leadRows} that need visits. */
export function leadColumn(column: string): string {
  return `if(is_matched = 1, toString(${column}), ${LEAD_HAS.has(column) ? `lead_${column}` : "''"})`;
}
