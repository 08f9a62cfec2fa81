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

/** Side of the squares that heat is reckoned for, CSS pixels; between them the browser shades. */
const STEP = 3;

interface HeatOptions {
  points: readonly HeatPoint[];
  /** Heat of the darkest colour. */
  most: number;
  width: number;
  height: number;
}

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

/** Draws clicks over the part of the page that is in the window now. */
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

/** Draws heat into a canvas whose units are CSS pixels. */
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

/** Outlines an element, so that it is seen on every ground. Units are CSS pixels. */
function drawOutline(context: CanvasRenderingContext2D, { left, top, width, height }: Box): void {
  for (const [color, line] of [[PAPER, 5] as const, [INK, 2.5] as const]) {
    context.strokeStyle = color;
    context.lineWidth = line;
    context.strokeRect(left - 2, top - 2, width + 4, height + 4);
  }
}

/** Numbers an element at its left and top edge, as the table beside the page does. */
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
