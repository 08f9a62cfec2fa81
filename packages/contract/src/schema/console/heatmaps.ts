import Type, { type Static } from "typebox";
import { OverviewQuerySchema } from "./accounts.ts";
import { OneOf } from "./flags.ts";
import { SpeedFilterSchema, type VariationChoice } from "./webVitals.ts";

/** Widths at which pages change their layout (specification, section 9). A band goes from one up to the next. */
export const HEATMAP_BREAKPOINTS = [500, 600, 800, 1200, 1600] as const;
/** Least width of each band. */
export const HEATMAP_BANDS = [0, ...HEATMAP_BREAKPOINTS] as const;
export type HeatmapBand = (typeof HEATMAP_BANDS)[number];

/** Which clicks are drawn. */
export const CLICK_KINDS = ["all", "rage", "dead"] as const;
export type ClickKind = (typeof CLICK_KINDS)[number];

/** Names what no version of the archive is known of: records without a version, or with one that was never kept. */
export const UNKNOWN_VERSION = "unknown";

const Path = Type.String({ pattern: "^/", maxLength: 2000 });

export const HeatmapPagesQuerySchema = Type.Object({
  from: OverviewQuerySchema.properties.from,
  to: OverviewQuerySchema.properties.to,
});
export type HeatmapPagesQuery = Static<typeof HeatmapPagesQuerySchema>;

export const HeatmapQuerySchema = Type.Object({
  ...HeatmapPagesQuerySchema.properties,
  ...SpeedFilterSchema.properties,
  page: Path,
  kind: OneOf(CLICK_KINDS),
  /**
   * `variant:<key>` for all versions of a variant, a version for it alone, {@link UNKNOWN_VERSION} for the others; where it is absent, or names
   * nothing of the page, the variant with the most sessions.
   */
  shown: Type.Optional(Type.String({ minLength: 1, maxLength: 400 })),
  /** Least width of a band; where it is absent, the band with the most sessions. */
  band: Type.Optional(Type.Integer({ minimum: 0, maximum: 1600 })),
});
export type HeatmapQuery = Static<typeof HeatmapQuerySchema>;

/** A page with clicks or scrolling. */
export interface HeatmapPage {
  path: string;
  sessions: number;
  clicks: number;
  rage: number;
  dead: number;
  /** How much of the page the middle view saw, from 0 to 1; null where no view was told. */
  medianDepth: number | null;
}

export interface HeatmapPagesResponse {
  /** Those with the most sessions first; at most 200. */
  pages: HeatmapPage[];
}

/** What can be drawn: a variant with all its versions, or one of them. */
export interface HeatmapVersion {
  version: string;
  /** Milliseconds since the epoch. */
  firstServedAt: number;
  sessions: number;
  clicks: number;
}

export interface HeatmapVariant {
  /** As {@link HeatmapQuery} takes it. */
  shown: string;
  /** Key of the variant; empty for what everybody sees. */
  variant: string;
  sessions: number;
  clicks: number;
  /** The latest first; none of what is {@link UNKNOWN_VERSION}. */
  versions: HeatmapVersion[];
}

export interface HeatmapBandCount {
  band: HeatmapBand;
  sessions: number;
  clicks: number;
}

/** Clicks near one another within one element. */
export interface ClickCell {
  selector: string;
  /** Middle of them within the element, from 0 at its left and top edge to 1. */
  x: number;
  y: number;
  clicks: number;
}

export interface ClickedElement {
  selector: string;
  clicks: number;
  /** Of all clicks that were asked for, from 0 to 1. */
  share: number;
  rage: number;
  dead: number;
  sessions: number;
  visitors: number;
}

/** How far down people saw the page. */
export interface ScrollDepth {
  /** Page views that were reported. */
  views: number;
  /** Share of views that saw each hundredth of the page, from its top: 101 numbers, the first of them 1. Empty without views. */
  reached: number[];
  /** Average height of the windows, CSS pixels: what was seen without scrolling. */
  fold: number;
}

/** One page as people used it. */
export interface HeatmapResponse {
  variants: HeatmapVariant[];
  bands: HeatmapBandCount[];
  devices: string[];
  countries: string[];
  variations: VariationChoice[];
  /** What was chosen, by the question or because it has the most sessions. */
  shown: string;
  band: HeatmapBand;
  /** The page's document to draw upon; null where none was kept. */
  drawnVersion: string | null;
  /** Middle width of the windows, CSS pixels; 0 where there were none. */
  viewportWidth: number;
  sessions: number;
  /** Of every kind. */
  counts: Record<ClickKind, number>;
  /** Those of the kind asked for, the most clicked first; at most 5,000. */
  cells: ClickCell[];
  /** Whether there are more cells. */
  hasMoreCells: boolean;
  /** Those of the kind asked for, the most clicked first; at most 200. */
  elements: ClickedElement[];
  hasMoreElements: boolean;
  scroll: ScrollDepth;
}
