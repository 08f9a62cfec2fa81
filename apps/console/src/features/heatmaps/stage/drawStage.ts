import { drawHeat } from "../heat/drawHeat.ts";
import { drawNumber, drawOutline } from "./drawMarks.ts";
import { placeCells } from "./placeCells.ts";
import type { ResolvedSelectors } from "./resolveSelectors.ts";
import type { Drawn } from "./stage.types.ts";

interface DrawOptions extends Pick<Drawn, "cells"> {
  resolved: ResolvedSelectors;
  scale: number;
  weight: number;
  most: number;
  /** Of elements that are numbered, by selector. */
  numbers: ReadonlyMap<string, number>;
  /** Outlined. */
  active: string | null;
}

/** Draws clicks over the part of the page that is in the window now. */
export function drawStage(canvas: HTMLCanvasElement, options: DrawOptions): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  const { resolved, scale, most, numbers, active } = options;
  drawHeat(context, { points: placeCells({ ...options, ...resolved }), most, width, height });
  const boxOf = (selector: string) => scaled(resolved.elements.get(selector)?.getBoundingClientRect(), scale);
  for (const [selector, number] of numbers) {
    const box = boxOf(selector);
    if (box && box.top + box.height > 0 && box.top < height) drawNumber(context, box, number);
  }
  const outlined = active === null ? null : boxOf(active);
  if (outlined) drawOutline(context, outlined);
}

function scaled(box: DOMRect | undefined, scale: number) {
  if (!box) return null;
  return {
    left: box.left * scale,
    top: box.top * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
}
