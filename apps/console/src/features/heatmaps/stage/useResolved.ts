import { useEffect, useMemo } from "react";
import { HEAT_RADIUS } from "../heat/heatField.ts";
import { hottest } from "../heat/hottest.ts";
import { elementName } from "./elementName.ts";
import { placeCells } from "./placeCells.ts";
import { type ResolvedSelectors, resolveSelectors } from "./resolveSelectors.ts";
import type { Drawn, Measured } from "./stage.types.ts";
import type { KeptPage } from "./useKeptPage.ts";

interface ResolvedOptions {
  kept: KeptPage;
  drawn: Pick<Drawn, "cells" | "elements">;
  scale: number;
  weight: number;
  onMeasured: (measured: Measured) => void;
}

/** Finds the clicked elements anew whenever the page was laid out anew, and tells how hot it gets. @returns null until the page is there. */
export function useResolved(options: ResolvedOptions): ResolvedSelectors | null {
  const { kept, drawn, scale, weight, onMeasured } = options;
  const { cells, elements } = drawn;
  const resolved = useMemo(() => {
    if (kept.state !== "ready") return null;
    return resolveSelectors(
      kept.page,
      [...elements, ...cells].map(({ selector }) => selector),
    );
  }, [kept, cells, elements]);
  useEffect(() => {
    if (!resolved) return;
    const points = placeCells({ cells, ...resolved, scale, weight });
    const { missing, elements: found } = resolved;
    onMeasured({ hottest: hottest(points, HEAT_RADIUS), missing, names: namesOf(found) });
  }, [resolved, cells, scale, weight, onMeasured]);
  return resolved;
}

function namesOf(elements: ReadonlyMap<string, Element>): Map<string, string> {
  const named = [...elements].map(([selector, element]) => [selector, elementName(element)] as const);
  return new Map(named.flatMap(([selector, name]) => (name === null ? [] : [[selector, name]])));
}
