import { type RefObject, useCallback } from "react";
import { drawStage } from "./drawStage.ts";
import type { ResolvedSelectors } from "./resolveSelectors.ts";
import type { Drawn } from "./stage.types.ts";

interface DrawingOptions {
  drawn: Pick<Drawn, "cells">;
  /** Null until the page is there. */
  resolved: ResolvedSelectors | null;
  scale: number;
  weight: number;
  most: number;
  numbers: ReadonlyMap<string, number>;
  active: string | null;
}

/** @returns what draws clicks over the page as it is scrolled now; another function whenever there is something else to draw. */
export function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, options: DrawingOptions): () => void {
  const { resolved, scale, weight, most, numbers, active } = options;
  const { cells } = options.drawn;
  return useCallback(() => {
    if (!canvas.current || !resolved) return;
    drawStage(canvas.current, { cells, resolved, scale, weight, most, numbers, active });
  }, [canvas, cells, resolved, scale, weight, most, numbers, active]);
}
