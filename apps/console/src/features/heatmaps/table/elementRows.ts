import type { ClickedElement, HeatmapResponse } from "@marquee/contract/schema";
import type { ReplaysLink } from "../replaysLink.ts";
import type { Measured } from "../stage/stage.types.ts";

/** Props that the table of elements and its entries share. */
export interface ElementTableProps {
  rows: readonly ElementRow[];
  /** Measurements of the pages; empty while they load. */
  measured: readonly Measured[];
  /** Name of each side. */
  sideNames: readonly string[];
  /** Number of each element that is numbered on the page, by selector. */
  numbers: ReadonlyMap<string, number>;
  hasMore: boolean;
  /** Link to the replays of the page. */
  replaysLink: ReplaysLink;
  /** Selector of the expanded row; null for none. */
  chosen: string | null;
  onPoint: (selector: string | null) => void;
  onChoose: (selector: string | null) => void;
}

/** Maximum number of numbered elements, so that they stay readable. */
const MAX_NUMBERS = 10;

/** Clicks on an element in one version of the page. */
interface ElementSide {
  /** Null if it was not clicked. */
  element: ClickedElement | null;
  /** Clicks, weighted by {@link weightOf}. */
  heat: number;
}

/** An element and its clicks on each side. */
export interface ElementRow {
  selector: string;
  sides: readonly ElementSide[];
}

type Side = Pick<HeatmapResponse, "elements" | "sessions">;

/** Heat of one click: 1, or its share of 100 sessions if versions with different traffic are compared. */
export function weightOf({ sessions }: Pick<Side, "sessions">, isCompared: boolean): number {
  return isCompared ? 100 / Math.max(1, sessions) : 1;
}

/** Every clicked element of all sides, most clicked first. */
export function elementRows(sides: readonly Side[]): ElementRow[] {
  const selectors = new Set(sides.flatMap(({ elements }) => elements.map(({ selector }) => selector)));
  const rows = [...selectors].map((selector) => ({
    selector,
    sides: sides.map((side) => sideOf(selector, side, sides.length > 1)),
  }));
  const heatOf = (row: ElementRow) => row.sides.reduce((sum, { heat }) => sum + heat, 0);
  return rows.toSorted((one, other) => heatOf(other) - heatOf(one));
}

function sideOf(selector: string, side: Side, isCompared: boolean): ElementSide {
  const element = side.elements.find((each) => each.selector === selector) ?? null;
  return { element, heat: (element?.clicks ?? 0) * weightOf(side, isCompared) };
}

/** Numbers of the most clicked elements, from 1, by selector. Elements missing from every page get none; before a page is loaded, no element does. */
export function numberElements(
  rows: readonly ElementRow[],
  measured: readonly Pick<Measured, "missing">[],
): Map<string, number> {
  const seen = rows.filter(({ selector }) => measured.some(({ missing }) => !missing.has(selector)));
  return new Map(seen.slice(0, MAX_NUMBERS).map(({ selector }, index) => [selector, index + 1]));
}
