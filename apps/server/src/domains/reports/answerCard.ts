import {
  type DateRangeName,
  daysOfRange,
  type Goal,
  METRICS,
  type Period,
  parseComparison,
  parseDateRange,
  queryComparison,
  queryRange,
  readPeriod,
  type SiteClock,
  type Timestamp,
  usualInterval,
} from "@marquee/contract";
import type { Card, CardAnswer, ReportContent, Site } from "@marquee/contract/schema";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { resolveSteps } from "../goals/funnelStore.ts";
import { readDefinitions } from "../goals/readDefinitions.ts";
import { answerFunnel, answerRetention } from "../journeys/answerJourneys.ts";
import { hidePeople } from "../people/privacy/hidePeople.ts";
import { answerAttribution } from "../questions/answerAttribution.ts";
import { checkFilters } from "../questions/checkFilters.ts";
import { checkQuery, type SentQuery } from "../questions/checkQuery.ts";
import type { Asker, Questions } from "../questions/createQuestions.ts";

export interface CardParts {
  db: Pick<RecordsDatabase, "select" | "execute">;
  questions: Questions;
  site: { current(): Pick<Site, "id" | "timeZone" | "weekStart"> };
  now: () => Timestamp;
}

/** The period of a report: that of the board, or the one in the screen's URL. */
export function periodOf(content: ReportContent): Period {
  return content.kind === "board" ? content.period : readPeriod(content.path, content.search);
}

/**
 * Answers a card's query with the code of its screen. The response identifies visitors only to askers who may see people.
 * @throws {ApiError} like `Questions.answer`.
 */
export async function answerCard(
  parts: CardParts,
  request: { card: Card; period: Period },
  asker: Asker,
): Promise<CardAnswer> {
  const answer = await answerContent(parts, request, asker);
  return asker.seesPeople ? answer : hidePeople(answer);
}

async function answerContent(
  { db, questions, site, now }: CardParts,
  { card, period: requestedPeriod }: { card: Card; period: Period },
  asker: Asker,
): Promise<CardAnswer> {
  const { id: site_id, ...calendar } = site.current();
  const clock: SiteClock = { now: now(), ...calendar };
  const period = {
    ...checkPeriod(requestedPeriod),
    ...(card.range !== null && { range: checkRange(card.range) }),
  };
  const comparisons = queryComparison(period, clock);
  const { content } = card;
  const scoped = asSent<Scoped>({
    site_id,
    date_range: queryRange(period.range, clock),
    filters: card.filters,
  });
  const compared = asSent<Include>(comparisons ? { comparisons } : {});
  switch (content.kind) {
    case "funnel": {
      const answer = await answerFunnel(
        questions,
        { ...scoped, include: compared, funnel: content.funnel },
        asker,
      );
      return { kind: "funnel", answer };
    }
    case "retention":
      return { kind: "retention", answer: await answerRetention(questions, scoped, asker) };
    case "attribution": {
      const { kind, ...choice } = content;
      const answer = await answerAttribution({ questions, db }, { ...scoped, ...choice }, asker);
      return { kind, answer, outcome: await outcomeName(db, choice.outcome) };
    }
    default: {
      const interval = usualInterval(daysOfRange(period.range, clock));
      const query = { ...scoped, ...queryOf(content, interval) };
      const imports = card.withoutImports !== true;
      const include = { ...query.include, imports, ...(content.kind !== "list" && compared) };
      return { kind: content.kind, answer: await questions.answer({ ...query, include }, asker) };
    }
  }
}

type Scoped = Pick<SentQuery, "site_id" | "date_range" | "filters">;
type Include = NonNullable<SentQuery["include"]>;

/** Safe: query types are readonly, request types are not, and nothing mutates it. */
const asSent = <Part>(part: unknown) => part as Part;

type QueryContent = Extract<Card["content"], { kind: "figures" | "series" | "list" }>;

/** A card's query in the format of the Stats API. */
function queryOf(
  content: QueryContent,
  interval: string,
): Pick<SentQuery, "metrics" | "dimensions" | "order_by" | "include" | "pagination"> {
  switch (content.kind) {
    case "figures":
      return { metrics: content.metrics };
    case "series":
      return {
        metrics: [content.metric],
        dimensions: [`time:${content.interval ?? interval}`],
        include: { time_labels: true },
      };
    case "list":
      return {
        metrics: content.metrics,
        dimensions: [content.dimension],
        order_by: [[content.metrics[0] ?? "visitors", "desc"]],
        include: { total_rows: true },
        pagination: { limit: content.limit },
      };
  }
}

/**
 * Checks all queries of a report before it is saved.
 * @param account whose segments the cards may use; without one, only shared segments.
 * @throws {ApiError} bad_request that names the card.
 */
export async function checkContent(
  db: Pick<RecordsDatabase, "select">,
  content: ReportContent,
  account?: string,
): Promise<void> {
  checkPeriod(periodOf(content));
  const { goals, segments } = await readDefinitions(db, account);
  const definitions = { goals, segment: (id: number) => segments.get(id) };
  for (const card of content.cards) {
    try {
      if (card.range !== null) checkRange(card.range);
      checkCard(card, definitions);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new ApiError("bad_request", `${card.title}: ${error.message}`);
    }
  }
}

function checkCard(
  { content, filters }: Card,
  definitions: { goals: readonly Goal[]; segment(id: number): readonly unknown[] | undefined },
): void {
  if (content.kind === "funnel") resolveSteps(content.funnel, definitions.goals);
  const isQuery = content.kind === "figures" || content.kind === "series" || content.kind === "list";
  if (!isQuery) return void checkFilters(filters, definitions);
  const scoped = asSent<Scoped>({ site_id: "", date_range: "day", filters });
  checkQuery({ ...scoped, ...queryOf(content, "day") }, definitions);
}

function checkPeriod({ range, compare, matchesWeekdays }: Period): Period {
  const comparison = parseComparison(compare);
  if (!comparison)
    throw new ApiError("bad_request", `There is no comparison \`${compare}\`. Use previous, year or none.`);
  return { range: checkRange(range), compare: comparison, matchesWeekdays };
}

function checkRange(name: string): DateRangeName {
  const range = parseDateRange(name);
  if (!range)
    throw new ApiError(
      "bad_request",
      `There is no date range \`${name}\`. Use 7d, 30d, month or 2026-11-01..2026-11-20.`,
    );
  return range;
}

async function outcomeName(
  db: Pick<RecordsDatabase, "select">,
  outcome: Extract<Card["content"], { kind: "attribution" }>["outcome"],
): Promise<string> {
  if (typeof outcome === "string") return METRICS[outcome].title;
  const { goals } = await readDefinitions(db, undefined);
  return goals.find(({ id }) => id === outcome)?.name ?? "Goal";
}
