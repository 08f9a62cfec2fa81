import {
  changeSentence,
  ERROR_EVENT,
  type MetricValue,
  type QueryFilter,
  valueTitle,
} from "@marquee/contract";
import type { Alarm } from "@marquee/contract/schema";
import { listExperiments } from "../../experiments/experimentStore.ts";
import { readResults } from "../../experiments/results/readResults.ts";
import { listGoals } from "../../goals/goalStore.ts";
import { EVERYTHING } from "../../questions/queries/selection.ts";
import { reportChanges } from "../../questions/reportChanges.ts";
import { ownHosts } from "../../site/ownHosts.ts";
import { listAlarms } from "../alarmStore.ts";
import { verdictText } from "../checks/checkExperiments.ts";
import type { ChecksOptions } from "../checks/createChecks.ts";
import type { DigestWeek } from "./digestWeek.ts";

/** A figure of the week next to the week before. */
export interface DigestFigure {
  title: string;
  value: number | null;
  before: number | null;
  unit: "count" | "percent";
  /** Whether more is better. */
  better: "up" | "down";
}

export interface DigestRank {
  name: string;
  visitors: number;
  before: number;
}

/** The content of a week's digest. */
export interface Digest {
  site: string;
  week: DigestWeek;
  /** Notable changes as a sentence; null if there are none. */
  sentence: string | null;
  figures: DigestFigure[];
  sources: DigestRank[];
  pages: DigestRank[];
  experiments: { name: string; text: string; key: string }[];
  alarms: Pick<Alarm, "name" | "text" | "href" | "resolvedAt">[];
}

const RANKS = 5;
const MOST_ALARMS = 5;
const ASKER = { id: "digest" };

/** Reads the figures of a week by the queries of the Overview. */
export async function readDigest(
  { db, eventStore, questions, site }: Pick<ChecksOptions, "db" | "eventStore" | "questions" | "site">,
  week: DigestWeek,
): Promise<Digest> {
  const { id, timeZone: tz } = site.current();
  const date_range = [week.first, week.last];
  const hosts = ownHosts(site);
  const ofOwnHosts: QueryFilter[] = hosts.length > 0 ? [["is", "event:hostname", hosts]] : [];
  /** The filters of all queries of the digest. */
  const limitedTo = (filters: readonly QueryFilter[] = []) => [...ofOwnHosts, ...filters];
  const ask = async (metrics: string[], filters: readonly QueryFilter[] = []) => {
    const { results } = await questions.answer(
      {
        site_id: id,
        metrics,
        date_range,
        filters: limitedTo(filters),
        include: { comparisons: { mode: "previous_period" } },
      },
      ASKER,
    );
    return (index: number) => ({
      value: results[0]?.metrics[index] ?? null,
      before: results[0]?.comparison?.metrics[index] ?? null,
    });
  };
  const rank = async (dimension: "visit:source" | "event:page"): Promise<DigestRank[]> => {
    const { results } = await questions.answer(
      {
        site_id: id,
        metrics: ["visitors"],
        dimensions: [dimension],
        date_range,
        filters: limitedTo(),
        include: { comparisons: { mode: "previous_period" } },
        pagination: { limit: RANKS },
      },
      ASKER,
    );
    return results.map(({ dimensions, metrics, comparison }) => ({
      name: valueTitle(dimension, dimensions[0] ?? ""),
      visitors: Number(metrics[0]),
      before: Number(comparison?.metrics[0] ?? 0),
    }));
  };
  const [goal] = await listGoals(db).then((goals) => [...goals].sort((one, other) => one.id - other.id));
  const of = goal && (await ask(["conversion_rate"], [["is", "event:goal", [goal.name]]]));
  const [traffic, errors, sources, pages] = await Promise.all([
    ask(["visitors", "visits", "leads"]),
    ask(["events"], [["is", "event:name", [ERROR_EVENT]]]),
    rank("visit:source"),
    rank("event:page"),
  ]);
  const figure = (
    title: string,
    { value, before }: { value: MetricValue; before: MetricValue },
    more: Partial<DigestFigure> = {},
  ): DigestFigure => ({
    title,
    value: value ?? null,
    before: before ?? null,
    unit: "count",
    better: "up",
    ...more,
  });
  const report = await reportChanges(
    { questions, site: site.current, now: () => week.to },
    { site_id: id, date_range, filters: limitedTo(), include: { comparisons: { mode: "previous_period" } } },
    ASKER,
  );
  const running = (await listExperiments(db)).filter(({ state }) => state === "running");
  const experiments = await Promise.all(
    running.map(async (experiment) => {
      const results = await readResults({ eventStore, db, now: () => week.to }, experiment, {
        tz,
        selection: EVERYTHING,
      });
      const { name, key } = experiment.definition;
      return { name, key, text: verdictText(results) ?? "Running, no verdict yet." };
    }),
  );
  const { alarms } = await listAlarms(db, {});
  return {
    site: id,
    week,
    sentence: changeSentence(report)?.text ?? null,
    figures: [
      figure("Visitors", traffic(0)),
      figure("Visits", traffic(1)),
      figure("Leads", traffic(2)),
      ...(goal && of ? [figure(goal.name, of(0), { unit: "percent" })] : []),
      figure("Errors", errors(0), { better: "down" }),
    ],
    sources,
    pages,
    experiments,
    alarms: alarms
      .filter(({ openedAt }) => openedAt >= week.from && openedAt < week.to)
      .slice(0, MOST_ALARMS)
      .map(({ name, text, href, resolvedAt }) => ({ name, text, href, resolvedAt })),
  };
}
