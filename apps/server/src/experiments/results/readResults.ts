import { type ExperimentDefinition, ONE_DAY, type Timestamp } from "@marquee/contract";
import type { ExperimentSummary, ResultsQuery, ResultsResponse } from "@marquee/contract/schema";
import { and, desc, eq } from "drizzle-orm";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryExposedUsers } from "../../storage/events/queries/experiments/exposedUsers.ts";
import type { Phase } from "../../storage/events/queries/experiments/exposures.ts";
import { queryMetricTimeSeries } from "../../storage/events/queries/experiments/metricTimeSeries.ts";
import { queryMetricTotals } from "../../storage/events/queries/experiments/metricTotals.ts";
import { querySegmentTotals } from "../../storage/events/queries/experiments/segmentTotals.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { changes } from "../../storage/records/schema.ts";
import { buildResults, type Counted } from "./buildResults.ts";
import { bucketEnds } from "./course.ts";

const MAX_GROUPS = 10;

interface ResultsOptions {
  eventStore: Pick<EventStore, "query">;
  db: Pick<RecordsDatabase, "select">;
  now: () => Timestamp;
}

/** The results of an experiment's latest phase, until now or until it was stopped. */
export async function readResults(
  { eventStore, db, now }: ResultsOptions,
  experiment: ExperimentSummary,
  query: ResultsQuery,
): Promise<ResultsResponse> {
  const { startedAt: from, stoppedAt, phase } = experiment;
  if (from === null) return NOT_STARTED;
  const definition = await phaseDefinition(db, experiment);
  const span: Phase = {
    experiment: definition.key,
    phase,
    variations: definition.variations.map(({ key }) => key),
    from,
    to: Math.max(stoppedAt ?? now(), from),
  };
  const counted = await count(eventStore, { span, definition }, query);
  const isRunning = experiment.state === "running";
  return buildResults({ phase, definition, isRunning, daysRun: (span.to - from) / ONE_DAY }, counted);
}

const NOT_STARTED: ResultsResponse = {
  phase: 0,
  verdict: { kind: "not-started" },
  users: 0,
  sawSeveral: 0,
  sampleRatio: { pValue: null, isMismatch: false, variations: [] },
  usersNeeded: null,
  metrics: [],
  course: [],
  splits: [],
};

async function count(
  store: Pick<EventStore, "query">,
  { span, definition }: { span: Phase; definition: ExperimentSummary["definition"] },
  { split, tz }: ResultsQuery,
): Promise<Counted> {
  const [first] = definition.metrics;
  const ends = bucketEnds({ ...span, tz });
  const [exposed, totals, growth, groups] = await Promise.all([
    queryExposedUsers(store, span),
    Promise.all(definition.metrics.map((metric) => queryMetricTotals(store, span, metric))),
    first ? queryMetricTimeSeries(store, span, { metric: first, ends }) : [],
    first && split ? querySegmentTotals(store, span, { metric: first, split, most: MAX_GROUPS }) : [],
  ]);
  return { ...exposed, totals, growth, ends, groups, split: split ?? null };
}

/**
 * The definition of the latest phase. Variations are those at its start, because a stopped experiment can be edited but its visitors were
 * assigned by the earlier ones. Everything else, such as names and metrics, is current.
 */
async function phaseDefinition(
  db: Pick<RecordsDatabase, "select">,
  { definition }: Pick<ExperimentSummary, "definition">,
): Promise<ExperimentDefinition> {
  const isStart = and(
    eq(changes.entity, "experiment"),
    eq(changes.key, definition.key),
    eq(changes.action, "started"),
  );
  const [line] = await db.select().from(changes).where(isStart).orderBy(desc(changes.id)).limit(1);
  // Written by `startExperiment` in lifecycle.ts.
  const started = line?.after as { definition?: ExperimentDefinition } | null | undefined;
  return { ...definition, variations: started?.definition?.variations ?? definition.variations };
}
