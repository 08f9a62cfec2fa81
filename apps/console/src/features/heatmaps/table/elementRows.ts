import type { ClickedElement, HeatmapResponse } from "@marquee/contract/schema";
import type { ReplaysLink } from "../replaysLink.ts";
import type { Measured } from "../stage/stage.types.ts";

/** What the table of elements and its entries share. */
export interface ElementTableProps {
  rows: readonly ElementRow[];
  /** What the pages reported; empty while they load. */
  measured: readonly Measured[];
  /** What each side is called. */
  sideNames: readonly string[];
  /** Of elements that are numbered on the page, by selector. */
  numbers: ReadonlyMap<string, number>;
  hasMore: boolean;
  /** Where sessions that used the page are watched. */
  replaysLink: ReplaysLink;
  /** Selector of the row that is open. */
  chosen: string | null;
  onPoint: (selector: string | null) => void;
  onChoose: (selector: string | null) => void;
}

/** Maximum number of numbered elements, so that they stay readable. */
const MAX_NUMBERS = 10;

/** How an element was clicked on one side. */
interface ElementSide {
  /** Null where nobody did. */
  element: ClickedElement | null;
  /** Clicks, as {@link weightOf} weighs them. */
  heat: number;
}

/** An element, and how it was clicked in each of what is drawn. */
export interface ElementRow {
  selector: string;
  sides: readonly ElementSide[];
}

type Side = Pick<HeatmapResponse, "elements" | "sessions">;

/** What one click weighs: itself, or, where unlike crowds are compared, its part of a hundred sessions. */
export function weightOf({ sessions }: Pick<Side, "sessions">, isCompared: boolean): number {
  return isCompared ? 100 / Math.max(1, sessions) : 1;
}

/** Every element that was clicked on any side, the most clicked first. */
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

/** Numbers of the elements clicked most among those that a page shows, from 1; none before a page is there. */
export function numberElements(
  rows: readonly ElementRow[],
  measured: readonly Pick<Measured, "missing">[],
): Map<string, number> {
  const seen = rows.filter(({ selector }) => measured.some(({ missing }) => !missing.has(selector)));
  return new Map(seen.slice(0, MAX_NUMBERS).map(({ selector }, index) => [selector, index + 1]));
}
