import {
  contentFlag,
  type EventProperties,
  type ExperimentDefinition,
  type Metric,
  ONE_DAY,
  type Timestamp,
} from "@marquee/contract";
import { changeExperiment, type Decision } from "../domains/experiments/changeExperiment.ts";
import type { RecordsDatabase } from "../platform/storage/records/records.ts";
import { DEMO_ACTOR, DEMO_EXPERIMENT } from "./marks.ts";
import { createRandom, type Random } from "./random.ts";
import type { Story } from "./story.ts";

interface DemoPhase {
  from: Timestamp;
  /** Null while it runs. */
  to: Timestamp | null;
}

/** An experiment of the demo. */
export interface DemoExperiment {
  definition: ExperimentDefinition;
  phases: readonly DemoPhase[];
  /** Path in the default language of the page where visitors see it. */
  path: string;
  /** Changes the paths of a visit for visitors of the second variation. */
  change: (pages: readonly string[], random: Random) => readonly string[];
}

const LEADS = { id: "leads", name: "Leads", event: "Form Sent", path: "" };
const PRICING = { id: "pricing", name: "Pricing viewed", event: "", path: "/pricing" };
const SIGN_UP = { id: "sign-up", name: "Sign-up page opened", event: "", path: "/sign-up" };

const metric = (fields: Pick<Metric, "id" | "name" | "event" | "path">, isGuardrail = false): Metric => ({
  ...fields,
  type: "conversion",
  property: "",
  goal: "increase",
  isGuardrail,
});

const variations = (
  value: ExperimentDefinition["variations"][number]["value"],
  name: string,
  control: typeof value,
) => [
  { key: "control", name: "As it is", value: control, weight: 0.5 },
  { key: "variation", name, value, weight: 0.5 },
];

/** Three experiments: the first wins, the second loses, the third is still running, in its second phase. */
export function demoExperiments({ today }: Pick<Story, "today">): DemoExperiment[] {
  const ago = (days: number) => today - days * ONE_DAY;
  const shared = { targeting: [], coverage: 1 };
  return [
    {
      definition: {
        ...shared,
        key: `${DEMO_EXPERIMENT}quiz-banner`,
        name: "Plan quiz on the pricing page",
        hypothesis: "A short quiz helps visitors choose a plan, so more of them open the sign-up page.",
        kind: "flag",
        flag: "pricing-quiz-banner-is-active",
        page: "",
        variations: variations(true, "Quiz shown", false),
        metrics: [metric(SIGN_UP), metric(LEADS, true)],
        minimumEffect: 0.3,
      },
      phases: [{ from: ago(150), to: ago(95) }],
      path: "/pricing",
      change: (pages, random) =>
        !pages.includes("/sign-up") && random.chance(0.055) ? [...pages, "/sign-up"] : pages,
    },
    {
      definition: {
        ...shared,
        key: `${DEMO_EXPERIMENT}brain-headline`,
        name: "“Stop searching” as Brain’s headline",
        hypothesis: "A headline about the pain leads more visitors from Brain to the prices.",
        kind: "flag",
        flag: "brain-headline-stop-searching",
        page: "",
        variations: variations(true, "Stop searching", false),
        metrics: [metric(PRICING), metric(LEADS)],
        minimumEffect: 0.2,
      },
      phases: [{ from: ago(82), to: ago(40) }],
      path: "/brain",
      change: (pages, random) => (random.chance(0.34) ? pages.slice(0, pages.indexOf("/brain") + 1) : pages),
    },
    {
      definition: {
        ...shared,
        key: `${DEMO_EXPERIMENT}home-headline`,
        name: "Home: “Your plan keeps up”",
        hypothesis: "A promise instead of an observation brings more visitors to the prices.",
        kind: "content",
        flag: contentFlag("home"),
        page: "home",
        variations: variations(
          { "copy:en:home": { "/hero/title": "Plans change. Your plan keeps up." } },
          "Promise",
          {},
        ),
        metrics: [metric(PRICING), metric(LEADS, true)],
        minimumEffect: 0.25,
      },
      // Stopped for a week because of the bad release, then started again.
      phases: [
        { from: ago(39), to: ago(25) },
        { from: ago(17), to: null },
      ],
      path: "/",
      change: (pages, random) => (pages.length === 1 && random.chance(0.05) ? [...pages, "/pricing"] : pages),
    },
  ];
}

/** An experiment with the number of the phase in which it runs. */
export interface RunningExperiment extends DemoExperiment {
  phase: number;
}

/** Index of the variation that a visitor is assigned: the same in each visit of a phase. */
export function variationOf(visitor: string, { definition, phase }: RunningExperiment): number {
  const sum = [...visitor, ...definition.key, phase].reduce<number>(
    (hash, letter) => Math.imul(hash ^ String(letter).charCodeAt(0), 0x01000193),
    0x811c9dc5,
  );
  return createRandom(sum).between(0, 1);
}

/** The experiments that ran at a time. */
export function runningAt(at: Timestamp, experiments: readonly DemoExperiment[]): RunningExperiment[] {
  return experiments.flatMap((experiment) => {
    const isRunning = ({ from, to }: DemoPhase) => at >= from && at < (to ?? Number.POSITIVE_INFINITY);
    const phase = experiment.phases.findIndex(isRunning) + 1;
    return phase > 0 ? [{ ...experiment, phase }] : [];
  });
}

/** Properties of the event that reports the visitor's variation. */
export function exposureOf(
  experiment: RunningExperiment,
  visitor: string,
): EventProperties["Experiment Viewed"] {
  const { definition, phase } = experiment;
  const variation = definition.variations[variationOf(visitor, experiment)];
  return {
    experiment_id: definition.key,
    experiment_name: definition.name,
    experiment_phase: phase,
    variation_id: variation?.key ?? "",
    variation_name: variation?.name ?? "",
  };
}

/** Stores the experiments with their history: created, then started and stopped for each phase. */
export async function storeExperiments(
  db: RecordsDatabase,
  experiments: readonly DemoExperiment[],
): Promise<void> {
  for (const { definition, phases } of experiments) {
    const { key } = definition;
    const draft = {
      definition,
      state: "draft",
      phase: 0,
      startedAt: null,
      stoppedAt: null,
      shipped: null,
    } as const;
    let revision = 0;
    const change = async (now: Timestamp, decision: Decision) => {
      await changeExperiment(db, { key, actor: DEMO_ACTOR, revision, now }, async () => decision);
      revision += 1;
    };
    const created = (phases[0]?.from ?? 0) - ONE_DAY;
    await change(created, { content: draft, action: "created", before: null, after: definition });
    for (const [index, { from, to }] of phases.entries()) {
      const phase = index + 1;
      const running = { ...draft, state: "running", phase, startedAt: new Date(from) } as const;
      await change(from, {
        content: running,
        action: "started",
        before: { state: index === 0 ? "draft" : "stopped", phase: index },
        after: { state: "running", phase, definition },
      });
      if (to === null) continue;
      await change(to, {
        content: { ...running, state: "stopped", stoppedAt: new Date(to) },
        action: "stopped",
        before: { state: "running" },
        after: { state: "stopped" },
      });
    }
  }
}
