import { type Metric, ONE_DAY, type Timestamp } from "@marquee/contract";
import {
  type ExperimentSummary,
  MAX_PHASES,
  type ResultsQuery,
  type ResultsResponse,
} from "@marquee/contract/schema";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { EVERYTHING } from "../../questions/queries/selection.ts";
import { type PhaseRow, readPhases } from "../phases.ts";
import { queryExposedUsers, queryExposureTimeSeries } from "../queries/exposedUsers.ts";
import type { Phase } from "../queries/exposures.ts";
import { queryMetricTimeSeries } from "../queries/metricTimeSeries.ts";
import { queryMetricTotals } from "../queries/metricTotals.ts";
import { querySegmentTotals } from "../queries/segmentTotals.ts";
import { buildAllPhases, type CountedPhase } from "./allPhases.ts";
import { buildResults, type Counted } from "./buildResults.ts";
import { bucketEnds } from "./course.ts";

const MAX_GROUPS = 10;

interface ResultsOptions {
  eventStore: Pick<EventStore, "query">;
  db: Pick<RecordsDatabase, "select">;
  now: () => Timestamp;
}

interface ResultsScope extends Pick<ResultsQuery, "split" | "phase"> {
  /** IANA name of the site's time zone. */
  tz: string;
  /** Selects the visits in which visitors first saw it. */
  selection: Phase["selection"];
  /** A metric outside the experiment. */
  explored?: Metric | null;
}

/**
 * The results of one phase of an experiment, until now or until it was stopped, by the definition that it ran with; or of all its phases.
 * @throws {ApiError} not_found if there is no such phase
 */
export async function readResults(
  options: ResultsOptions,
  experiment: ExperimentSummary,
  query: ResultsScope,
): Promise<ResultsResponse> {
  const { key } = experiment.definition;
  const rows = await readPhases(options.db, key);
  if (query.phase === "all" && rows.length > 0) {
    const phases: CountedPhase[] = [];
    // One after the other: each runs several queries at once.
    for (const row of rows.slice(-MAX_PHASES))
      phases.push({ row, ...(await readPhase(options, row, query)) });
    const all = buildAllPhases(phases);
    if (all) return all;
  }
  const number = query.phase ?? experiment.phase;
  const row = rows.find(({ phase }) => phase === number);
  if (row) return (await readPhase(options, row, query)).results;
  if (query.phase && query.phase !== "all")
    throw new ApiError("not_found", `There is no phase ${query.phase} of ${key}.`);
  return { ...NOT_STARTED, definition: experiment.definition };
}

async function readPhase(
  { eventStore, now }: ResultsOptions,
  row: PhaseRow,
  query: ResultsScope,
): Promise<Omit<CountedPhase, "row">> {
  const { phase, definition } = row;
  const span = { ...spanOf(row, now()), selection: query.selection };
  const counted = await count(eventStore, { span, definition }, query);
  const isRunning = row.stoppedAt === null;
  const isExploratory = query.selection.ofVisits !== EVERYTHING.ofVisits;
  const daysRun = (span.to - span.from) / ONE_DAY;
  return {
    counted,
    results: buildResults({ phase, definition, isRunning, daysRun, isExploratory }, counted),
  };
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
  isExploratory: false,
  phases: [],
  verdict: { kind: "not-started" },
  users: 0,
  sawSeveral: 0,
  sampleRatio: { pValue: null, isMismatch: false, variations: [] },
  usersNeeded: null,
  metrics: [],
  explored: null,
  course: [],
  splits: [],
};

async function count(
  store: Pick<EventStore, "query">,
  { span, definition }: { span: Phase; definition: ExperimentSummary["definition"] },
  { split, tz, explored }: ResultsScope,
): Promise<Counted> {
  const [first] = definition.metrics;
  const ends = bucketEnds({ ...span, tz });
  const [users, totals, growth, exposed, groups, ofExplored] = await Promise.all([
    queryExposedUsers(store, span),
    Promise.all(definition.metrics.map((metric) => queryMetricTotals(store, span, metric))),
    first ? queryMetricTimeSeries(store, span, { metric: first, ends }) : [],
    queryExposureTimeSeries(store, span, ends),
    first && split ? querySegmentTotals(store, span, { metric: first, split, most: MAX_GROUPS }) : [],
    explored ? queryMetricTotals(store, span, explored) : null,
  ]);
  return {
    ...users,
    totals,
    growth,
    exposed,
    ends,
    groups,
    split: split ?? null,
    explored: explored && ofExplored ? { metric: explored, totals: ofExplored } : null,
  };
}
