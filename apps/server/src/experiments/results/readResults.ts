import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { ExperimentSummary, ResultsQuery, ResultsResponse } from "@marquee/contract/schema";
import { ApiError } from "../../errors/apiError.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryExposedUsers } from "../../storage/events/queries/experiments/exposedUsers.ts";
import type { Phase } from "../../storage/events/queries/experiments/exposures.ts";
import { queryMetricTimeSeries } from "../../storage/events/queries/experiments/metricTimeSeries.ts";
import { queryMetricTotals } from "../../storage/events/queries/experiments/metricTotals.ts";
import { querySegmentTotals } from "../../storage/events/queries/experiments/segmentTotals.ts";
import { EVERYTHING } from "../../storage/events/queries/questions/selection.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { type PhaseRow, readPhases } from "../phases.ts";
import { buildResults, type Counted } from "./buildResults.ts";
import { bucketEnds } from "./course.ts";

const MAX_GROUPS = 10;

interface ResultsOptions {
  eventStore: Pick<EventStore, "query">;
  db: Pick<RecordsDatabase, "select">;
  now: () => Timestamp;
}

/**
 * The results of one phase of an experiment, until now or until it was stopped, by the definition that it ran with.
 * @param selection of the visits in which visitors first saw it.
 * @throws {ApiError} not_found if there is no such phase
 */
export async function readResults(
  { eventStore, db, now }: ResultsOptions,
  experiment: ExperimentSummary,
  query: ResultsQuery,
  selection: Phase["selection"],
): Promise<ResultsResponse> {
  const { key } = experiment.definition;
  const number = query.phase ?? experiment.phase;
  const row = (await readPhases(db, key)).find(({ phase }) => phase === number);
  if (!row) {
    if (query.phase) throw new ApiError("not_found", `There is no phase ${query.phase} of ${key}.`);
    return { ...NOT_STARTED, definition: experiment.definition };
  }
  const { phase, definition } = row;
  const span = { ...spanOf(row, now()), selection };
  const counted = await count(eventStore, { span, definition }, query);
  const isRunning = row.stoppedAt === null;
  return buildResults({ phase, definition, isRunning, daysRun: (span.to - span.from) / ONE_DAY }, counted);
}

/** Whether anyone has seen the latest phase of an experiment, including those who saw several variations. */
export async function hasVisitors(
  { eventStore, db, now }: ResultsOptions,
  { definition: { key } }: ExperimentSummary,
): Promise<boolean> {
  const row = (await readPhases(db, key)).at(-1);
  if (!row) return false;
  const { users, sawSeveral } = await queryExposedUsers(eventStore, {
    ...spanOf(row, now()),
    selection: EVERYTHING,
  });
  return users.size > 0 || sawSeveral > 0;
}

function spanOf(
  { experiment, phase, definition, startedAt, stoppedAt }: PhaseRow,
  now: Timestamp,
): Omit<Phase, "selection"> {
  const from = startedAt.getTime();
  return {
    experiment,
    phase,
    variations: definition.variations.map(({ key }) => key),
    from,
    to: Math.max(stoppedAt?.getTime() ?? now, from),
  };
}

const NOT_STARTED: Omit<ResultsResponse, "definition"> = {
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
