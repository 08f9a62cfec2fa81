import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { ExperimentSummary, ResultsAnswer, ResultsQuery } from "@marquee/contract/schema";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryExposedUsers } from "../../storage/events/queries/experiments/exposedUsers.ts";
import type { Phase } from "../../storage/events/queries/experiments/exposures.ts";
import { queryMetricCourse } from "../../storage/events/queries/experiments/metricCourse.ts";
import { queryMetricTotals } from "../../storage/events/queries/experiments/metricTotals.ts";
import { querySplitTotals } from "../../storage/events/queries/experiments/splitTotals.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { buildResults, type Counted } from "./buildResults.ts";
import { courseEnds } from "./courseEnds.ts";
import { phaseDefinition } from "./phaseDefinition.ts";

const MOST_GROUPS = 10;

interface ResultsOptions {
  eventStore: Pick<EventStore, "query">;
  db: Pick<RecordsDatabase, "select">;
  now: () => Timestamp;
}

/** What the latest phase of an experiment has shown so far, or until it was stopped. */
export async function readResults(
  { eventStore, db, now }: ResultsOptions,
  experiment: ExperimentSummary,
  query: ResultsQuery,
): Promise<ResultsAnswer> {
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

const NOT_STARTED: ResultsAnswer = {
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
  const ends = courseEnds({ ...span, tz });
  const [exposed, totals, growth, groups] = await Promise.all([
    queryExposedUsers(store, span),
    Promise.all(definition.metrics.map((metric) => queryMetricTotals(store, span, metric))),
    first ? queryMetricCourse(store, span, { metric: first, ends }) : [],
    first && split ? querySplitTotals(store, span, { metric: first, split, most: MOST_GROUPS }) : [],
  ]);
  return { ...exposed, totals, growth, ends, groups, split: split ?? null };
}
