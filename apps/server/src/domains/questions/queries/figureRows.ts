import type { FigureMetric, FigureTotals, LeadOfFigure, VisitOfFigure } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { recentParams } from "../../../platform/storage/events/queries/sessions.ts";
import { withPatterns } from "./askStore.ts";
import { type Bindings, createBindings } from "./bindings.ts";
import { leadRows } from "./leadRows.ts";
import type { Question } from "./question.types.ts";
import { questionRows } from "./questionRows.ts";

/**
 * The end of a page of rows: the time of the last row, in milliseconds since the epoch, and `<id>.<count>`: the key that orders rows of the same time, and the number
 * of rows with both so far. Clients receive it, so it must not identify a visitor, not even by a guessable hash.
 */
interface RowPlace {
  at: number;
  id: string;
}

export interface FigureRowsQuestion
  extends Pick<Question, "conditions" | "goals" | "range" | "recent" | "tz" | "weekStart" | "limit"> {
  metric: FigureMetric;
  /** Null for the first page. */
  after: RowPlace | null;
}

type Visit = Omit<VisitOfFigure, "replay">;
type Placed<Row> = Row & { place: RowPlace };

export type StoredFigureRows = { totals: FigureTotals } & (
  | { kind: "visits"; rows: Placed<Visit>[] }
  | { kind: "leads"; rows: Placed<LeadOfFigure>[] }
);

interface Selected {
  kind: StoredFigureRows["kind"];
  /** Subquery of all rows. */
  from: string;
  /** Columns of a row; `at` and `id` are its place. */
  columns: Readonly<Record<string, string>>;
  /** The column that orders rows with the same place. */
  tie: string;
  totals: Readonly<Partial<Record<keyof FigureTotals, string>>>;
}

/** The visits that a metric counts. */
const VISITS_OF: Record<Exclude<FigureMetric, "leads" | "lead_rate">, "visits" | "visitors" | "pageviews"> = {
  visitors: "visitors",
  conversion_rate: "visitors",
  pageviews: "pageviews",
  visits: "visits",
  views_per_visit: "visits",
  bounce_rate: "visits",
  visit_duration: "visits",
};

/**
 * The rows that a metric counts, newest first, with their total.
 * @param signal stops the queries in the store when aborted.
 */
export async function queryFigureRows(
  store: Pick<EventStore, "query">,
  { metric, after, limit, ...scope }: FigureRowsQuestion,
  signal?: AbortSignal,
): Promise<StoredFigureRows> {
  const question: Question = { ...scope, limit, metrics: [metric], dimensions: [], order: [], offset: 0 };
  const { range, recent, tz } = scope;
  const bindings = createBindings({
    from: range.from,
    to: range.to,
    tz,
    ...(recent && recentParams(recent)),
  });
  const selected =
    metric === "leads" || metric === "lead_rate"
      ? leadsOf(metric, leadRows(question, bindings))
      : visitsOf(metric, (columns) => questionRows(question, bindings).visitRows(VISITS_OF[metric], columns));
  const totals = await readTotals(store, selected, { bindings, signal });
  const rows = await readPage(store, selected, { bindings, after, limit, signal });
  const places = placesOf(rows, after);
  const placed = <Read extends object>(read: (row: StoredRow) => Read) =>
    rows.map((row, index) => ({ ...read(row), place: places[index] as RowPlace }));
  if (selected.kind === "leads") return { kind: "leads", totals, rows: placed(readLead) };
  const visits = placed(readVisit);
  const leads = await readLeadIds(store, visits, signal);
  return {
    kind: "visits",
    totals,
    rows: visits.map((visit) => ({ ...visit, leads: leads.get(keyOf(visit)) ?? [] })),
  };
}

function leadsOf(metric: "leads" | "lead_rate", rows: string): Selected {
  // A rate divides by consented visitors who are not customers, so only their leads count.
  const isCounted = metric === "lead_rate" ? "WHERE consented = 1 AND lead_audience != 'customer'" : "";
  return {
    kind: "leads",
    from: `(SELECT * FROM ${rows} ${isCounted})`,
    columns: {
      at: "toUnixTimestamp64Milli(lead_at)",
      id: "lead_id",
      kind: "toString(kind)",
      page: "path",
      hasConsent: "consented",
      source: "lead_source",
      country: "lead_country",
      device: "lead_device",
    },
    tie: "id",
    totals: { rows: "uniqExact(lead_id)" },
  };
}

function visitsOf(
  metric: keyof typeof VISITS_OF,
  rowsWith: (columns: readonly string[]) => string,
): Selected {
  const texts = { entryPage: "entry_page", exitPage: "exit_page" };
  const same = ["source", "country", "device", "browser"];
  const counted = VISITS_OF[metric] === "visits" ? "views" : "counted_views";
  return {
    kind: "visits",
    from: rowsWith([...Object.values(texts), ...same]),
    columns: {
      at: "toUnixTimestamp64Milli(started)",
      id: "toString(session_id)",
      visitor: "visitor_id",
      session: "session_id",
      duration: "dateDiff('millisecond', started, ended)",
      views: "views",
      countedViews: counted,
      ...texts,
      ...Object.fromEntries(same.map((name) => [name, `toString(${name})`])),
    },
    tie: "visitor",
    totals: {
      rows: "count()",
      visitors: "uniqExact(visitor_id)",
      views: `sum(${counted})`,
      bounces: "countIf(views = 1)",
      // As in the metric, sessions without a page view, which only queries about events count, have no duration.
      duration: "sumIf(dateDiff('millisecond', started, ended), views > 0)",
    },
  };
}

interface Reading {
  bindings: Bindings;
  signal: AbortSignal | undefined;
}

const NOTHING: FigureTotals = { rows: 0, visitors: 0, views: 0, bounces: 0, duration: 0 };

async function readTotals(
  store: Pick<EventStore, "query">,
  { from, totals }: Selected,
  { bindings, signal }: Reading,
): Promise<FigureTotals> {
  const columns = Object.entries(totals).map(([name, sql]) => `toFloat64(${sql}) AS "total ${name}"`);
  const sql = `SELECT ${columns.join(", ")} FROM ${from}`;
  const [row = {}] = await withPatterns(() =>
    store.query<Record<string, number>>(sql, bindings.params, signal),
  );
  const totalEntries = Object.entries(row).map(([name, value]) => [
    name.replace("total ", ""),
    Number(value),
  ]);
  return { ...NOTHING, ...Object.fromEntries(totalEntries) };
}

/**
 * A row as the store returns it: 64-bit integers may be strings. Columns have a prefix, so that their names do not hide those used in conditions.
 */
type StoredRow = Record<string, unknown>;

async function readPage(
  store: Pick<EventStore, "query">,
  { from, columns, tie }: Selected,
  { bindings, after, limit, signal }: Reading & Pick<FigureRowsQuestion, "after" | "limit">,
): Promise<StoredRow[]> {
  const named = Object.entries(columns).map(([name, sql]) => `${sql} AS "row ${name}"`);
  const { id, count } = readPlace(after);
  const isAfter = after
    ? `WHERE ("row at", "row id") <= (${bindings.bind(after.at, "Int64")}, ${bindings.bind(id)})`
    : "";
  const sql = `
    SELECT * FROM (SELECT ${named.join(", ")} FROM ${from}) ${isAfter}
    ORDER BY "row at" DESC, "row id" DESC, "row ${tie}" DESC LIMIT ${Math.floor(limit)} OFFSET ${count}`;
  const rows = await withPatterns(() => store.query<StoredRow>(sql, bindings.params, signal));
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name.replace("row ", ""), value])),
  );
}

/** Parses a place that a client sent. */
function readPlace(place: RowPlace | null): { id: string; count: number } {
  const [, id = place?.id ?? "", count = "0"] = /^(.*)\.(\d{1,9})$/s.exec(place?.id ?? "") ?? [];
  return { id, count: Number(count) };
}

function placesOf(rows: readonly StoredRow[], after: RowPlace | null): RowPlace[] {
  let latest = { at: after?.at, ...readPlace(after) };
  return rows.map((row) => {
    const [at, id] = [Number(row.at), String(row.id)];
    const count = at === latest.at && id === latest.id ? latest.count + 1 : 1;
    latest = { at, id, count };
    return { at, id: `${id}.${count}` };
  });
}

const keyOf = ({ session, visitor }: Pick<Visit, "session" | "visitor">) => `${session} ${visitor}`;

function readVisit(row: StoredRow): Visit {
  return {
    visitor: String(row.visitor),
    session: Number(row.session),
    at: Number(row.at),
    duration: Number(row.duration),
    views: Number(row.views),
    countedViews: Number(row.countedViews),
    entryPage: String(row.entryPage),
    exitPage: String(row.exitPage),
    source: String(row.source),
    country: String(row.country),
    device: String(row.device),
    browser: String(row.browser),
    leads: [],
  };
}

function readLead(row: StoredRow): LeadOfFigure {
  return {
    id: String(row.id),
    at: Number(row.at),
    // Safe cast: the lead store writes no other kinds.
    kind: String(row.kind) as LeadOfFigure["kind"],
    page: String(row.page),
    hasConsent: Number(row.hasConsent) === 1,
    source: String(row.source),
    country: String(row.country),
    device: String(row.device),
  };
}

/** IDs of the visits' leads that are not spam, by {@link keyOf}. */
async function readLeadIds(
  store: Pick<EventStore, "query">,
  visits: readonly Visit[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string[]>> {
  if (visits.length === 0) return new Map();
  const sql = `
    SELECT toFloat64(session_id) AS session, visitor_id AS visitor, groupArray(toString(id)) AS ids
    FROM leads FINAL WHERE status != 'spam' AND session_id IN {sessions:Array(UInt64)}
    GROUP BY session_id, visitor_id`;
  const sessions = visits.map(({ session }) => session);
  const rows = await store.query<{ session: number; visitor: string; ids: string[] }>(
    sql,
    { sessions },
    signal,
  );
  return new Map(rows.map((row) => [keyOf(row), row.ids]));
}
