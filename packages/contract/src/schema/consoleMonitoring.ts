import Type, { type Static } from "typebox";
import { type Rating, VITALS, type Vital } from "../monitoring.ts";
import { OverviewQuerySchema } from "./console.ts";
import { OneOf } from "./consoleFlags.ts";

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));

/** What narrows the page views whose speed is shown. */
export const SpeedFilterSchema = Type.Object({
  device: text(40),
  /** ISO 3166-1 code. */
  country: text(2),
  /** Key of an experiment and of a variation, with a slash between them: visitors who saw it within the span. */
  variation: Type.Optional(Type.String({ pattern: "^[^/]{1,100}/[^/]{1,100}$" })),
});
export type SpeedFilter = Static<typeof SpeedFilterSchema>;

export const SpeedQuerySchema = Type.Object({
  ...OverviewQuerySchema.properties,
  ...SpeedFilterSchema.properties,
  /** By which pages are ordered, the worst first. */
  vital: OneOf(VITALS),
});
export type SpeedQuery = Static<typeof SpeedQuerySchema>;

/** The 75th percentile of each vital; null where nothing was measured. Milliseconds, but of CLS. */
export type VitalValues = Record<Vital, number | null>;

/** One vital over a span. */
export interface VitalSummary {
  /** The 75th percentile. */
  p75: number | null;
  /** Page views that measured it, by how good it was. */
  counts: Record<Rating, number>;
}

export interface SpeedPoint {
  /** Milliseconds since the epoch. */
  start: number;
  values: VitalValues;
}

export interface SpeedPage {
  path: string;
  /** Page views that measured the vital asked for. */
  samples: number;
  values: VitalValues;
  /** The element most often to blame for the vital asked for; empty where none is known. */
  target: string;
}

export interface VariationChoice {
  /** As {@link SpeedFilter} takes it. */
  value: string;
  experiment: string;
  variation: string;
}

/** How fast pages were for people. Machines and recognised customers are left out. */
export interface SpeedAnswer {
  vitals: Record<Vital, VitalSummary>;
  /** Every hour or day of the span. */
  series: SpeedPoint[];
  /** Worst first; those with few samples last. */
  pages: SpeedPage[];
  devices: string[];
  countries: string[];
  variations: VariationChoice[];
}

export const ErrorsQuerySchema = Type.Object({
  from: OverviewQuerySchema.properties.from,
  to: OverviewQuerySchema.properties.to,
  /** Part of a message, of an address of a script or of a path. */
  text: text(200),
});
export type ErrorsQuery = Static<typeof ErrorsQuerySchema>;

/** Errors that have their message and their innermost frame in common. */
export interface ErrorGroup {
  /** Made of message and frame; the same in every release, because what a build names anew is left out of it. */
  fingerprint: string;
  message: string;
  /** Where it was thrown, without what a build names anew; empty where no browser said. */
  frame: string;
  kinds: string[];
  count: number;
  visitors: number;
  /** Ever, not only within the span: milliseconds since the epoch. */
  firstSeen: number;
  lastSeen: number;
  /** Those that it happened on most, the most frequent first. */
  pages: string[];
  /** Of its latest event. */
  stack: string;
  browser: string;
  messageId: string;
}

/** What went wrong for people within a span. Machines and recognised customers are left out. */
export interface ErrorsAnswer {
  /** The most frequent first; at most 100. */
  groups: ErrorGroup[];
  hasMore: boolean;
}
