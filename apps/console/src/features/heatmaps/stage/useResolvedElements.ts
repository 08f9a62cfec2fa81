import { elementTitle, shortenText } from "@marquee/contract";
import { useEffect, useMemo } from "react";
import { HEAT_RADIUS, type HeatPoint, heatAt } from "../heat/heatField.ts";
import { placeCells, type ResolvedSelectors, resolveSelectors } from "./resolveSelectors.ts";
import type { Drawn, Measured } from "./stage.types.ts";
import type { ArchivedPage } from "./useArchivedPage.ts";

const MAX_NAME_LENGTH = 48;
/** A click on a descendant of one of these counts as a click on it. */
const CONTROLS = "a,button,summary";

/** Rendered text, which keeps separate words apart. SVG elements don't have `innerText`. */
const renderedText = (element: Element) =>
  "innerText" in element ? String(element.innerText) : (element.textContent ?? "");

const AROUND = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down] as const));

interface ResolvedOptions {
  archived: ArchivedPage;
  drawn: Pick<Drawn, "cells" | "elements">;
  scale: number;
  weight: number;
  onMeasured: (measured: Measured) => void;
}

/**
 * Finds the clicked elements after each layout of the page and reports the maximum heat.
 * @returns null until the page is loaded.
 */
export function useResolvedElements(options: ResolvedOptions): ResolvedSelectors | null {
  const { archived, drawn, scale, weight, onMeasured } = options;
  const { cells, elements } = drawn;
  const resolved = useMemo(() => {
    if (archived.state !== "ready") return null;
    return resolveSelectors(
      archived.page,
      [...elements, ...cells].map(({ selector }) => selector),
    );
  }, [archived, cells, elements]);
  useEffect(() => {
    if (!resolved) return;
    const points = placeCells({ cells, ...resolved, scale, weight });
    const { missing, elements: elementBySelector } = resolved;
    onMeasured({ hottest: hottest(points, HEAT_RADIUS), missing, names: namesOf(elementBySelector) });
  }, [resolved, cells, scale, weight, onMeasured]);
  return resolved;
}

function namesOf(elements: ReadonlyMap<string, Element>): Map<string, string> {
  const named = [...elements].map(([selector, element]) => [selector, elementName(element)] as const);
  return new Map(named.flatMap(([selector, name]) => (name === null ? [] : [[selector, name]])));
}

/** Maximum heat at any of the points, which gets the darkest color. 0 without points. */
export function hottest(points: readonly HeatPoint[], radius: number): number {
  const squares = new Map<string, HeatPoint[]>();
  const squareOf = ({ x, y }: HeatPoint) => [Math.floor(x / radius), Math.floor(y / radius)] as const;
  for (const point of points) {
    const key = squareOf(point).join();
    squares.set(key, [...(squares.get(key) ?? []), point]);
  }
  const heatOf = (point: HeatPoint) => {
    const [column, row] = squareOf(point);
    const near = AROUND.flatMap(([right, down]) => squares.get(`${column + right},${row + down}`) ?? []);
    return near.reduce(
      (sum, other) => sum + other.weight * heatAt(Math.hypot(other.x - point.x, other.y - point.y), radius),
      0,
    );
  };
  return points.reduce((most, point) => Math.max(most, heatOf(point)), 0);
}

/** Name of an element: its kind and its label or text, shortened; null for none. The page is the site's own, so its text may be shown. */
function elementName(element: Element): string | null {
  const labelled =
    element.getAttribute("aria-label") ?? element.getAttribute("alt") ?? element.getAttribute("title");
  const text = (labelled || renderedText(element)).replace(/\s+/g, " ").trim();
  const { tagName } = element.closest(CONTROLS) ?? element;
  return text === "" ? null : elementTitle(tagName, shortenText(text, MAX_NAME_LENGTH));
}
