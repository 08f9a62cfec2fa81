import { CONSENT_GROUPS, type ConsentGroup, type SeriesRange, type TimeRange } from "@marquee/contract";
import type { ConsentCounts, ConsentPoint, ConsentResponse } from "@marquee/contract/schema";
import { and, count, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { FastifyInstance } from "fastify";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { bucketStarts } from "../../../platform/time/timeSeries.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { deletionRequests } from "../../people/tables.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import { consentReceipts } from "../tables.ts";
import { type ReceiptStores, receivedWithin, searchReceipts } from "./receipts.ts";

const NONE: ConsentCounts = { receipts: 0, analytics: 0, functional: 0, marketing: 0, refused: 0 };

const MAX_CHOICES = 50;

/** Consent decisions over time, and the individual receipts. */
export function consentScreenRoutes({
  db,
  hashEmail,
  questions,
}: ReceiptStores & { questions: Pick<Questions, "scope"> }) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "POST /query/consent", async ({ body }) =>
      readConsent(db, await questions.scope(body, {})),
    );

    addRoute(scope, "POST /query/consent/receipts", async ({ body }) => {
      const { site_id, date_range, before, ...filter } = body;
      const { from, to } = await questions.scope(body, {});
      return searchReceipts({ db, hashEmail }, { from, to, before, filter });
    });
  };
}

/** Consent decisions in a date range: totals, time series, deletions by withdrawal, and filter choices. */
async function readConsent(db: RecordsDatabase, query: SeriesRange): Promise<ConsentResponse> {
  const within = receivedWithin(query);
  const [series, deletions, textVersions, countries] = await Promise.all([
    readSeries(db, query),
    countDeletions(db, query),
    choicesOf<number>(db, consentReceipts.textVersion, within),
    choicesOf<string>(db, consentReceipts.country, within),
  ]);
  return { totals: series.reduce(add, NONE), series, deletions, textVersions, countries };
}

/** Counts decisions per bucket. The database uses precomputed bucket starts, so only `bucketStarts` handles time zones. */
async function readSeries(db: RecordsDatabase, query: SeriesRange): Promise<ConsentPoint[]> {
  const starts = bucketStarts(query);
  const { receivedAt } = consentReceipts;
  const edges = sql`(
    select array_agg(edge::numeric order by place)
    from jsonb_array_elements_text(${JSON.stringify(starts)}::jsonb) with ordinality as edges(edge, place)
  )`;
  const bucket = sql<number>`width_bucket(extract(epoch from ${receivedAt}) * 1000, ${edges})`.as("bucket");
  const rows = await db
    .select({
      bucket,
      receipts: count(),
      analytics: granted(CONSENT_GROUPS.analytics),
      functional: granted(CONSENT_GROUPS.functional),
      marketing: granted(CONSENT_GROUPS.marketing),
    })
    .from(consentReceipts)
    .where(receivedWithin(query))
    .groupBy(sql`bucket`);
  const countsByBucket = new Map(rows.map(({ bucket: number, ...counts }) => [number - 1, counts]));
  return starts.map((start, index) => {
    const counts = { ...NONE, ...countsByBucket.get(index) };
    return { ...counts, start, refused: counts.receipts - counts.analytics };
  });
}

function granted(group: ConsentGroup): SQL<number> {
  return sql<number>`count(*) filter (where ${group} = any(${consentReceipts.groups}))`.mapWith(Number);
}

function add(sum: ConsentCounts, point: ConsentCounts): ConsentCounts {
  return {
    receipts: sum.receipts + point.receipts,
    analytics: sum.analytics + point.analytics,
    functional: sum.functional + point.functional,
    marketing: sum.marketing + point.marketing,
    refused: sum.refused + point.refused,
  };
}

async function countDeletions(
  db: RecordsDatabase,
  { from, to }: TimeRange,
): Promise<ConsentResponse["deletions"]> {
  const { requestedAt, requestedBy, completedAt } = deletionRequests;
  const [row] = await db
    .select({ requested: count(), completed: count(completedAt) })
    .from(deletionRequests)
    .where(and(eq(requestedBy, "visitor"), gte(requestedAt, new Date(from)), lt(requestedAt, new Date(to))));
  return row ?? { requested: 0, completed: 0 };
}

/** Distinct non-empty values of a column in the date range, most frequent first; at most 50. */
async function choicesOf<Value>(
  db: RecordsDatabase,
  column: PgColumn,
  within: SQL | undefined,
): Promise<Value[]> {
  const rows = await db
    .select({ value: column })
    .from(consentReceipts)
    .where(within)
    .groupBy(column)
    .orderBy(desc(count()))
    .limit(MAX_CHOICES);
  return rows.map(({ value }) => value as Value).filter((value) => value !== "");
}
