import Type, { type Static } from "typebox";
import { Extend } from "../kernel/extend.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import type { VariationChoice } from "../monitoring/webVitals.schema.ts";
import { QueryScopeSchema } from "../questions/query.schema.ts";

/** Widths in CSS pixels at which page layouts change (specification, section 9). A band reaches from one to the next. */
export const HEATMAP_BREAKPOINTS = [500, 600, 800, 1200, 1600] as const;
/** Minimum viewport width of each band, in CSS pixels. */
export const HEATMAP_BANDS = [0, ...HEATMAP_BREAKPOINTS] as const;
export type HeatmapBand = (typeof HEATMAP_BANDS)[number];

/** Kinds of clicks that a heatmap can show. */
export const CLICK_KINDS = ["all", "rage", "dead"] as const;
export type ClickKind = (typeof CLICK_KINDS)[number];

/** What a heatmap can show: clicks of a kind, or how far visitors scrolled. */
export const HEATMAP_KINDS = [...CLICK_KINDS, "scroll"] as const;
export type HeatmapKind = (typeof HEATMAP_KINDS)[number];

/** Placeholder for interactions without a page version, or with one that was never archived. */
export const UNKNOWN_VERSION = "unknown";

const Path = Type.String({ pattern: "^/", maxLength: 2000 });

export const HeatmapQuerySchema = Extend(
  [QueryScopeSchema],
  {
    page: Path,
    /** With "scroll", cells and elements are those of all clicks. */
    kind: OneOf(HEATMAP_KINDS),
    /**
     * What to show: `variant:<key>` for all versions of a variant, a version for that version only, {@link
     * UNKNOWN_VERSION} for all others. If missing or unknown for the page, the variant with the most clicks of the requested kind is shown
     * (for "scroll": with the most sessions).
     */
    shown: Type.Optional(Type.String({ minLength: 1, maxLength: 400 })),
    /** Minimum width of the band; if missing, the band with the most clicks of the requested kind, or sessions. */
    band: Type.Optional(Type.Integer({ minimum: 0, maximum: 1600 })),
  },
  { additionalProperties: false },
);
export type HeatmapQuery = Static<typeof HeatmapQuerySchema>;

export const SectionsQuerySchema = Extend(
  [QueryScopeSchema],
  {
    page: Path,
    /** ID of a goal. */
    goal: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
  },
  { additionalProperties: false },
);

/** A section of a page. */
export interface SectionFigures {
  /** Its internal name, or its ID without one. */
  section: string;
  sectionId: string;
  /** Median position on the page, from 0. */
  place: number;
  /** Visitors of the page who saw the section for two seconds, and those of them who reached the goal. */
  visitors: number;
  reached: number;
  /**
   * Median time until the visit's next section, page or last event, in seconds; null if nothing followed. The section had been visible for two seconds before.
   */
  seconds: number | null;
}

export interface SectionsResponse {
  /** Null if none was requested. */
  goal: { id: number; name: string } | null;
  /** Visitors of the page, and those of them who reached the goal. */
  visitors: number;
  reached: number;
  /** In the order of the page. */
  sections: SectionFigures[];
}

/** A page with recorded clicks or scrolling. */
export interface HeatmapPage {
  path: string;
  sessions: number;
  clicks: number;
  rage: number;
  dead: number;
  /** Median scroll depth, from 0 to 1; null if no view reported one. */
  medianDepth: number | null;
}

/** Times in milliseconds since the epoch; null without any. */
export interface StoredClicks {
  /** The first click or scroll depth that is stored. */
  clicksFrom: number | null;
  /** The first one that still belongs to a session. */
  sessionsFrom: number | null;
}

/** The most pages of a {@link HeatmapPagesResponse}. */
export const MAX_HEATMAP_PAGES = 200;

export interface HeatmapPagesResponse {
  /** Pages with the most sessions first; at most {@link MAX_HEATMAP_PAGES}. */
  pages: HeatmapPage[];
  stored: StoredClicks;
}

/** Number of clicks of each kind. */
export type ClickCounts = Record<ClickKind, number>;

/**
 * The count of a page, a version or a window size in a heatmap: clicks of its kind, or sessions for scroll depth.
 */
export function heatmapCount(
  { sessions, counts }: { sessions: number; counts: ClickCounts },
  kind: HeatmapKind,
): number {
  return kind === "scroll" ? sessions : counts[kind];
}

/** A version of a page that the heatmap can show. */
export interface HeatmapVersion {
  version: string;
  /** Milliseconds since the epoch. */
  firstServedAt: number;
  sessions: number;
  counts: ClickCounts;
}

export interface HeatmapVariant {
  /** Value for `shown` in {@link HeatmapQuery}. */
  shown: string;
  /** Key of the variant; empty for the default one. */
  variant: string;
  sessions: number;
  counts: ClickCounts;
  /** Latest first; never {@link UNKNOWN_VERSION}. */
  versions: HeatmapVersion[];
}

export interface HeatmapBandCount {
  band: HeatmapBand;
  sessions: number;
  counts: ClickCounts;
}

/** Clicks close together within one element. */
export interface ClickCell {
  selector: string;
  /** Center of the clicks within the element, from 0 (left, top) to 1. */
  x: number;
  y: number;
  clicks: number;
}

export interface ClickedElement {
  selector: string;
  clicks: number;
  /** Share of all clicks of the requested kind, from 0 to 1. */
  share: number;
  rage: number;
  dead: number;
  sessions: number;
  visitors: number;
}

/** Scroll depth of visitors on a page. */
export interface ScrollDepth {
  /** Page views with a reported scroll depth. */
  views: number;
  /** Share of views that saw each hundredth of the page, from the top: 101 numbers, the first is 1. Empty without views. */
  reached: number[];
  /** Average viewport height in CSS pixels: what was visible without scrolling. */
  fold: number;
}

/** Heatmap of one page. */
export interface HeatmapResponse {
  variants: HeatmapVariant[];
  bands: HeatmapBandCount[];
  /** Names of variations that variants are for. */
  variations: VariationChoice[];
  stored: StoredClicks;
  /** The variant or version shown and the band: as requested, or those used most (see {@link HeatmapQuery}). */
  shown: string;
  band: HeatmapBand;
  /** Archived page version to draw on; null if none is archived. */
  drawnVersion: string | null;
  /** Median viewport width in CSS pixels; 0 without data. */
  viewportWidth: number;
  sessions: number;
  counts: ClickCounts;
  /** Cells of the requested kind, most clicked first; at most 5,000. */
  cells: ClickCell[];
  /** Whether there are more cells. */
  hasMoreCells: boolean;
  /** Elements of the requested kind, most clicked first; at most 200. */
  elements: ClickedElement[];
  hasMoreElements: boolean;
  scroll: ScrollDepth;
}

export const HEATMAPS_ROUTES = {
  "POST /query/heatmaps": {
    access: "read analytics",
    body: HeatmapQuerySchema,
    response: response<HeatmapResponse>(),
  },
  "POST /query/heatmaps/pages": {
    access: "read analytics",
    body: QueryScopeSchema,
    response: response<HeatmapPagesResponse>(),
  },
  "POST /query/heatmaps/sections": {
    access: "read analytics",
    body: SectionsQuerySchema,
    response: response<SectionsResponse>(),
  },
} as const satisfies RouteRows;
