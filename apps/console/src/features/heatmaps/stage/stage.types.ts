import type { HeatmapResponse } from "@marquee/contract/schema";

/** What of the answer is drawn. */
export type Drawn = Pick<HeatmapResponse, "cells" | "elements" | "scroll" | "viewportWidth">;

/** Heatmap type. */
export const MODES = ["clicks", "rage", "dead", "scroll"] as const;
export type Mode = (typeof MODES)[number];

/** Measurements that need the rendered page. */
export interface Measured {
  /** The most heat at any place. */
  hottest: number;
  /** Selectors of clicks that are not drawn. */
  missing: ReadonlySet<string>;
  /** What people call the elements, by selector; those without any word are left out. */
  names: ReadonlyMap<string, string>;
}
