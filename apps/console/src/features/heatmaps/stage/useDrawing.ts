import { type RefObject, useCallback } from "react";
import { HEAT_RADIUS, type HeatPoint, heatField } from "../heat/heatField.ts";
import { heatToShade, PALETTE } from "../heat/palette.ts";
import { placeCells, type ResolvedSelectors } from "./resolveSelectors.ts";
import type { Drawn } from "./stage.types.ts";

const INK = "oklch(0.22 0.03 160)";

const PAPER = "oklch(0.99 0.005 95)";

const FONT = '600 11px "Instrument Sans Variable", sans-serif';

const BADGE = 9;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Side length of the squares that heat is computed for, in CSS pixels. The browser interpolates between them. */
const STEP = 3;

interface HeatOptions {
  points: readonly HeatPoint[];
  /** Heat of the darkest color. */
  most: number;
  width: number;
  height: number;
}

interface DrawOptions extends Pick<Drawn, "cells"> {
  resolved: ResolvedSelectors;
  scale: number;
  weight: number;
  most: number;
  /** Number of each numbered element, by selector. */
  numbers: ReadonlyMap<string, number>;
  /** Selector of the outlined element; null for none. */
  active: string | null;
}

interface DrawingOptions {
  drawn: Pick<Drawn, "cells">;
  /** Null until the page is loaded. */
  resolved: ResolvedSelectors | null;
  scale: number;
  weight: number;
  most: number;
  numbers: ReadonlyMap<string, number>;
  active: string | null;
}

/** A function that draws the heatmap at the current scroll position. It changes whenever its input does. */
export function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, options: DrawingOptions): () => void {
  const { resolved, scale, weight, most, numbers, active } = options;
  const { cells } = options.drawn;
  return useCallback(() => {
    if (!canvas.current || !resolved) return;
    drawStage(canvas.current, { cells, resolved, scale, weight, most, numbers, active });
  }, [canvas, cells, resolved, scale, weight, most, numbers, active]);
}

/** Draws the visible part of the heatmap, with numbers and the outline. */
function drawStage(canvas: HTMLCanvasElement, options: DrawOptions): void {
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

/** Draws the heat. The canvas units are CSS pixels. */
function drawHeat(context: CanvasRenderingContext2D, { points, most, width, height }: HeatOptions): void {
  if (most <= 0 || points.length === 0) return;
  const field = heatField({ points, width, height, radius: HEAT_RADIUS, step: STEP });
  const image = new ImageData(field.columns, field.rows);
  field.values.forEach((heat, index) => {
    const shade = Math.round(heatToShade(heat, most) * 255) * 4;
    image.data.set(PALETTE.subarray(shade, shade + 4), index * 4);
  });
  const small = new OffscreenCanvas(field.columns, field.rows);
  small.getContext("2d")?.putImageData(image, 0, 0);
  context.drawImage(small, 0, 0, field.columns * STEP, field.rows * STEP);
}

/** Outlines an element in two colors, to be visible on any background. Units are CSS pixels. */
function drawOutline(context: CanvasRenderingContext2D, { left, top, width, height }: Box): void {
  for (const [color, line] of [[PAPER, 5] as const, [INK, 2.5] as const]) {
    context.strokeStyle = color;
    context.lineWidth = line;
    context.strokeRect(left - 2, top - 2, width + 4, height + 4);
  }
}

/** Draws an element's number at its top left corner. The table uses the same numbers. */
function drawNumber(context: CanvasRenderingContext2D, { left, top }: Box, number: number): void {
  const [x, y] = [Math.max(BADGE + 1, left), Math.max(BADGE + 1, top)];
  context.beginPath();
  context.arc(x, y, BADGE, 0, 2 * Math.PI);
  context.fillStyle = INK;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = PAPER;
  context.stroke();
  context.fillStyle = PAPER;
  context.font = FONT;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(number), x, y + 0.5);
}
