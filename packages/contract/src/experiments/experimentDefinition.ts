import type { EventName, EventProperties } from "../events/catalog.ts";
import type { TargetingCondition } from "../flags/flagDefinition.ts";
import type { GoalCondition } from "../goals/goals.ts";
import type { Json } from "../kernel/json.ts";
import type { LeadOutcome } from "../leads/leadStatus.ts";

export const EXPERIMENT_KINDS = ["flag", "redirect", "content"] as const;
export type ExperimentKind = (typeof EXPERIMENT_KINDS)[number];

export const EXPERIMENT_STATES = ["draft", "running", "stopped"] as const;
export type ExperimentState = (typeof EXPERIMENT_STATES)[number];

export interface Variation {
  /** Unique within the experiment. Never changes, because events refer to it. */
  key: string;
  name: string;
  /** The flag value: a path for a redirect, {@link ContentChanges} for content. */
  value: Json;
  /** Share of the participating visitors, 0 to 1. The weights of all variations sum to 1. */
  weight: number;
}

export const METRIC_TYPES = ["conversion", "count", "mean", "value"] as const;
export type MetricType = (typeof METRIC_TYPES)[number];

/** A metric of an experiment, counted from events after the visitor first saw it. */
export interface Metric {
  /** Unique within the experiment. */
  id: string;
  name: string;
  /**
   * `conversion`: at least one event; `count`: number of events; `mean`: the visitor's average of `property`, if they have one; `value`: the
   * total value of the visitor's events, 0 without any: the sum of `property`, `worth` for each conversion of a goal, or the value of won leads.
   */
  type: MetricType;
  /** Name of a track event; empty for page views. */
  event: string;
  /** Path of the page views or events that count, or a prefix ending in `*`; empty for every page. */
  path: string;
  /** Numeric property of the event. Used for `mean` and `value` only. */
  property: string;
  /**
   * The condition of a goal, which counts instead of event, path and property. It was copied when the goal was chosen, because a later change of the
   * goal must not change results.
   */
  condition?: GoalCondition;
  /** Value of one conversion of the goal, for the type `value`. Copied like the condition. */
  worth?: number;
  /** Counts the visitor's leads by outcome instead of events. */
  lead?: LeadOutcome;
  /** The desired direction. */
  goal: "increase" | "decrease";
  /** The metric must not get worse, instead of being expected to improve. */
  isGuardrail: boolean;
}

/** An experiment as edited in the console. */
export interface ExperimentDefinition {
  /** Name of the experiment in events and previews. Never changes. */
  key: string;
  name: string;
  hypothesis: string;
  kind: ExperimentKind;
  /** Key of the flag whose value the experiment sets. */
  flag: string;
  /** For a redirect, the path it leads away from; for content, the name of the page whose texts vary; otherwise empty. */
  page: string;
  /** At least two. The first is the control. */
  variations: Variation[];
  targeting: TargetingCondition[];
  /** Share of visitors who take part (rollout), 0 to 1. */
  coverage: number;
  metrics: Metric[];
  /** Minimum detectable effect as a relative change, such as 0.05. Determines how many visitors the experiment needs. */
  minimumEffect: number;
}

/** A page whose texts can vary in experiments. */
export interface VariedPage {
  /** Name of the page's copy. */
  page: string;
  path: string;
}

/** Name of the flag that content experiments on a page use. */
export function contentFlag(page: string): `content.${string}` {
  return `content.${page}`;
}

/** Segment's name for the event that reports that a visitor has actually seen a variation. */
export const EXPOSURE_EVENT = "Experiment Viewed" satisfies EventName;

/** Properties of {@link EXPOSURE_EVENT}. */
export type ExposureProperties = EventProperties[typeof EXPOSURE_EVENT];

/** A running experiment that the visitor takes part in, as the page receives it. */
export interface Assignment {
  flag: string;
  kind: ExperimentKind;
  exposure: ExposureProperties;
  /**
   * IDs (`pageIdOf`) of the pages that the experiment affects. Empty for a flag, which marks its own position on the
   * page ({@link FLAG_ATTRIBUTE}). For the site banner, patterns for `isBannerPath`.
   */
  pages: string[];
  /**
   * IDs of the sections that differ between variations. The visitor sees the experiment by seeing one of them, or the
   * page if there are none. For the site banner, `MOBILE_BANNER` or empty.
   */
  sections: string[];
}

/**
 * Attribute that marks where a flag shows, or would show, on a page. Its value is the flag's key. The visitor sees the
 * experiment by seeing that element.
 */
export const FLAG_ATTRIBUTE = "data-flag";

/** A redirect from one path to another. `from` and `to` are equal for visitors who stay. */
export interface PageRedirect {
  /** Key of the flag whose value is `to`. */
  flag: string;
  from: string;
  to: string;
}

/**
 * DOM event on `document`, dispatched before the page view, with the experiments that the page was rendered with.
 * `detail` is a list of {@link Assignment}. Assignments received later count from the next page.
 */
export const ASSIGNMENTS_EVENT = "marquee:assignments";

/** First-party cookie that stores the visitor's assigned variations while an experiment runs. Written only with consent to C0002. */
export const VARIATIONS_COOKIE = "marquee_variations";
/** Browser storage key of cached flag values. Written only with consent to C0002. */
export const ANSWERS_KEY = "marquee_answers";
