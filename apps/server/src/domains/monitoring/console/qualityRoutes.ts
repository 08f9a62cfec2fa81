import {
  CLIENT_COUNTER_PREFIX,
  COUNTERS,
  INGEST_KINDS,
  type IngestKind,
  LIMIT_REASONS,
  type LimitReason,
  type SeriesRange,
  type Timestamp,
} from "@marquee/contract";
import {
  type DecisionPoint,
  type InstanceState,
  isSilent,
  type LimitedCount,
  type LimitedPoint,
  type QualityResponse,
  type ReasonCount,
  type SpoolName,
  type SpoolResponse,
  type SpoolState,
  waitingIn,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { IngestBudgets } from "../../../ingest/budgets/ingestBudgets.ts";
import { findWrongClocks } from "../../../platform/storage/clocks.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import {
  type Counter,
  queryCounterSeries,
  queryCounters,
} from "../../../platform/storage/events/queries/counters.ts";
import type { Span } from "../../../platform/storage/events/queries/sqlParts.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { bucketStarts } from "../../../platform/time/timeSeries.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { maySeePeople } from "../../accounts/requireRole.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import { queryBotReasons } from "../quality/queries/botReasons.ts";
import { queryRejectedSamples } from "../quality/queries/rejectedSamples.ts";

const MAX_REASONS = 50;

const SAMPLES_PER_REASON = 10;

/** Client metrics that report no loss: delivered events, and error-free calls of Segment's browser library. */
const NO_LOSS = /^(marquee\.queue\.delivered|analytics_js\.(?!.*error$).*)$/;

interface QualityRoutesOptions {
  eventStore: EventStore;
  questions: Pick<Questions, "scope">;
  listInstances: () => Promise<InstanceState[]>;
  budgets: Pick<IngestBudgets, "today">;
  db: RecordsDatabase;
  now: () => Timestamp;
}

/** Rejected, duplicate and excluded events, and the state of all spools. */
export function qualityRoutes(options: QualityRoutesOptions) {
  const { eventStore, questions, listInstances, budgets, now } = options;
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "POST /query/quality", async (request) => {
      const quality = await readQuality(eventStore, await questions.scope(request.body, {}));
      if (maySeePeople(request)) return quality;
      // A payload is one text, so personal data can't be masked in it.
      return { ...quality, samples: quality.samples.map((sample) => ({ ...sample, sample: "" })) };
    });

    addRoute(scope, "GET /quality/spool", async () => {
      return {
        ...spoolsOf(await listInstances(), now()),
        budget: budgets.today(),
        wrongClocks: await findWrongClocks(options),
      };
    });
  };
}

/** What is waiting on the disks of all instances. */
function spoolsOf(
  instances: readonly InstanceState[],
  now: Timestamp,
): Pick<SpoolResponse, "events" | "recordings" | "forms" | "silent"> {
  const heard = instances.filter((instance) => !isSilent(instance, now));
  const silent = instances.filter((instance) => isSilent(instance, now) && waitingIn(instance) > 0);
  const stateOf = (name: SpoolName): SpoolState => {
    const spools = heard.flatMap(({ host, report }) => (report ? [{ host, ...report.spools[name] }] : []));
    const stopped = spools.find(({ lastError }) => lastError !== null);
    const where = stopped && heard.length > 1 ? `${stopped.host}: ` : "";
    return {
      depth: spools.reduce((sum, { depth }) => sum + depth, 0),
      isDraining: stopped === undefined,
      lastError: stopped ? `${where}${stopped.lastError}` : null,
    };
  };
  return {
    events: stateOf("events"),
    recordings: stateOf("recordings"),
    forms: stateOf("leads").depth,
    silent: silent.map((instance) => ({
      host: instance.host,
      heardAt: instance.heartbeatAt,
      waiting: waitingIn(instance),
    })),
  };
}

/** Counts of all sent events within a date range, including those that metrics leave out. */
async function readQuality(store: EventStore, query: SeriesRange): Promise<QualityResponse> {
  const { from, to } = query;
  const starts = bucketStarts(query);
  const [counters, samples, bots, decisions, limitedSeries] = await Promise.all([
    queryCounters(store, { from, to }),
    queryRejectedSamples(store, { from, to }, SAMPLES_PER_REASON),
    queryBotReasons(store, { from, to }, MAX_REASONS),
    readDecisions(store, { from, to }, starts),
    readLimitedSeries(store, { from, to }, starts),
  ]);
  const reasonsOf = (counter: string) =>
    counters.filter(({ name }) => name === counter).map(({ label, count }) => ({ reason: label, count }));
  return {
    accepted: sumOf(counters, COUNTERS.accepted),
    duplicates: sumOf(counters, COUNTERS.duplicate),
    busy: sumOf(counters, COUNTERS.busy),
    limited: limitedCounts(counters),
    limitedSeries,
    cutNetworks: sumOf(counters, COUNTERS.cutNetworks),
    rejected: reasonsOf(COUNTERS.rejected),
    excluded: reasonsOf(COUNTERS.excluded),
    excludedRecords: sumOf(counters, COUNTERS.excludedRecords),
    samples,
    bots,
    client: clientReports(counters),
    decisions,
  };
}

function sumOf(counters: readonly Counter[], name: string): number {
  return counters.filter((counter) => counter.name === name).reduce((sum, { count }) => sum + count, 0);
}

/** Losses and retries that clients report, as one reason per metric and label: `client:<metric>` becomes `<metric>: <label>`. */
function clientReports(counters: readonly Counter[]): ReasonCount[] {
  return counters
    .filter(({ name }) => name.startsWith(CLIENT_COUNTER_PREFIX))
    .filter(({ name }) => !NO_LOSS.test(name.slice(CLIENT_COUNTER_PREFIX.length)))
    .map(({ name, label, count }) => ({
      reason: [name.slice(CLIENT_COUNTER_PREFIX.length), label].filter(Boolean).join(": "),
      count,
    }));
}

/** Requests over a budget or for a full disk, by reason and kind. */
function limitedCounts(counters: readonly Counter[]): LimitedCount[] {
  const bytesOf = (label: string) =>
    counters.find((counter) => counter.name === COUNTERS.limitedBytes && counter.label === label)?.count ?? 0;
  return counters
    .filter(({ name }) => name === COUNTERS.limited)
    .flatMap(({ label, count }) => {
      const [reason, kind] = parseLimitLabel(label) ?? [];
      return reason && kind ? [{ reason, kind, requests: count, bytes: bytesOf(label) }] : [];
    });
}

/** @returns null for a label of another version. */
function parseLimitLabel(label: string): [LimitReason, IngestKind] | null {
  const [name, kindName] = label.split(" ");
  const reason = LIMIT_REASONS.find((each) => each === name);
  const kind = INGEST_KINDS.find((each) => each === kindName);
  return reason && kind ? [reason, kind] : null;
}

/** {@link limitedCounts} for every bucket start, by kind. */
async function readLimitedSeries(
  store: EventStore,
  span: Span,
  starts: readonly number[],
): Promise<LimitedPoint[]> {
  const points = new Map(starts.map((start) => [start, { start, events: 0, recordings: 0 }]));
  for (const { start, label, count } of await queryCounterSeries(store, {
    ...span,
    name: COUNTERS.limited,
    starts,
  })) {
    const point = points.get(start);
    const [, kind] = parseLimitLabel(label) ?? [];
    if (point && kind) point[kind] += count;
  }
  return [...points.values()];
}

/** Pages served, by consent decision, for every bucket start; buckets without pages are zero. */
async function readDecisions(
  store: EventStore,
  span: Span,
  starts: readonly number[],
): Promise<DecisionPoint[]> {
  const points = new Map(starts.map((start) => [start, { start, granted: 0, denied: 0, undecided: 0 }]));
  for (const { start, label, count } of await queryCounterSeries(store, {
    ...span,
    name: COUNTERS.page,
    starts,
  })) {
    const point = points.get(start);
    if (point && (label === "granted" || label === "denied" || label === "undecided")) point[label] = count;
  }
  return [...points.values()];
}
