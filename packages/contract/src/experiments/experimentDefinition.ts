import type { EventName, EventProperties } from "../events/catalog.ts";
import type { Json, TargetingCondition } from "../flags/flagDefinition.ts";

export const EXPERIMENT_KINDS = ["flag", "redirect", "content"] as const;
export type ExperimentKind = (typeof EXPERIMENT_KINDS)[number];

export const EXPERIMENT_STATES = ["draft", "running", "stopped"] as const;
export type ExperimentState = (typeof EXPERIMENT_STATES)[number];

export interface Variation {
  /** Unique within the experiment, and never changed: events name it. */
  key: string;
  name: string;
  /** What the flag answers; a path for a redirect, a {@link ContentPatch} for content. */
  value: Json;
  /** Share of those who take part; all together make 1. */
  weight: number;
}

export const METRIC_TYPES = ["conversion", "count", "mean"] as const;
export type MetricType = (typeof METRIC_TYPES)[number];

/** What an experiment is judged by, counted from events after the visitor first saw it. */
export interface Metric {
  /** Unique within the experiment. */
  id: string;
  name: string;
  /** `conversion`: did it at least once; `count`: how often; `mean`: the visitor's average of `property`. */
  type: MetricType;
  /** Name of a track call, or empty for page views. */
  event: string;
  /** Path of the page views or events that count, or a prefix that ends in a star; empty for every page. */
  path: string;
  /** Numeric property of the event; for `mean` alone. */
  property: string;
  /** Which way is good. */
  goal: "increase" | "decrease";
  /** Watched for harm instead of hoped for. */
  isGuardrail: boolean;
}

/** An experiment as its editors write it. */
export interface ExperimentDefinition {
  /** Names it in events and preview links; fixed once and for ever. */
  key: string;
  name: string;
  hypothesis: string;
  kind: ExperimentKind;
  /** The flag that it answers. */
  flag: string;
  /** The path that a redirect leads away from, the name of the page whose texts vary, else empty. */
  page: string;
  /** Two or more; the first is the control. */
  variations: Variation[];
  targeting: TargetingCondition[];
  /** Share of visitors who take part, 0 to 1. */
  coverage: number;
  metrics: Metric[];
  /** Smallest relative change worth finding, such as 0.05; sets how many visitors it takes. */
  minimumEffect: number;
}

/**
 * Changed text of a page by locale and dotted key of its copy (`hero.title`), and the order of sections by
 * ID. Anything not listed stays as it is.
 */
export interface ContentPatch {
  copy?: Record<string, Record<string, string>>;
  order?: string[];
}

/** A page whose texts can vary. */
export interface PageText {
  /** Names its copy. */
  page: string;
  path: string;
  /** Text by locale and dotted key of the page's copy. */
  copy: Record<string, Record<string, string>>;
  /** Ids of the sections that can change places, in their order. */
  sections: string[];
}

/** Name of the flag that content experiments on a page answer. */
export function contentFlag(page: string): `content.${string}` {
  return `content.${page}`;
}

/** Segment's name of the event that says a visitor has really seen a variation. */
export const EXPOSURE_EVENT = "Experiment Viewed" satisfies EventName;

/** Properties of {@link EXPOSURE_EVENT}. */
export type ExposureProperties = EventProperties[typeof EXPOSURE_EVENT];

/** A running experiment that a visitor takes part in, as their page knows it. */
export interface Assignment {
  flag: string;
  kind: ExperimentKind;
  exposure: ExposureProperties;
  /**
   * Ids (`pageIdOf`) of the pages that it is about; none for a flag, which says itself where it shows, except for the site banner:
   * patterns for `isBannerPlace`.
   */
  pages: string[];
  /**
   * Ids of the sections that differ between variations; seeing one of them is seeing the experiment. None: the page is. For the site
   * banner `MOBILE_BANNER` or none.
   */
  sections: string[];
}

/** Marks where a flag shows, or would show, on a page: its value is the flag's key. Seeing that place is seeing the experiment. */
export const FLAG_ATTRIBUTE = "data-flag";

/** A redirect from one path to another; both are equal for visitors who stay. */
export interface PageRedirect {
  /** Whose answer `to` is. */
  flag: string;
  from: string;
  to: string;
}

/**
 * Event dispatched on the document before the page view, with the experiments that the page was rendered
 * with; `detail` is a list of {@link Assignment}. Assignments received later count from the next page.
 */
export const ASSIGNMENTS_EVENT = "marquee:assignments";

/** First-party cookie that keeps what a visitor was given while an experiment runs; written only with their agreement to C0002. */
export const VARIATIONS_COOKIE = "marquee_variations";
/** Storage entry in which a browser keeps answers of flags, only with agreement to C0002. */
export const ANSWERS_KEY = "marquee_answers";
/** Query parameter of a link that shows one variation to whoever opens it, and counts nothing. */
export const PREVIEW_PARAMETER = "preview";
