import type { HeatmapResponse } from "@marquee/contract/schema";

/** The part of the response that is drawn. */
export interface Drawn extends Pick<HeatmapResponse, "cells" | "scroll" | "viewportWidth"> {
  /** Elements that can be outlined and numbered. */
  elements: readonly { selector: string }[];
}

/** The heatmap types. */
export const MODES = ["clicks", "rage", "dead", "scroll"] as const;
export type Mode = (typeof MODES)[number];

/** Measurements that need the rendered page. */
export interface Measured {
  /** Maximum heat at any point. */
  hottest: number;
  /** Selectors of elements whose clicks are not drawn. */
  missing: ReadonlySet<string>;
  /** Accessible names or texts of elements, by selector. Elements without either are left out. */
  names: ReadonlyMap<string, string>;
}
