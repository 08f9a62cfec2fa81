import { HEAT_RADIUS, type HeatPoint, heatField } from "./heatField.ts";
import { PALETTE, shadeOf } from "./palette.ts";

/** Side of the squares that heat is reckoned for, CSS pixels; between them the browser shades. */
const STEP = 3;

interface HeatOptions {
  points: readonly HeatPoint[];
  /** Heat of the darkest colour. */
  most: number;
  width: number;
  height: number;
}

/** Draws heat into a canvas whose units are CSS pixels. */
export function drawHeat(
  context: CanvasRenderingContext2D,
  { points, most, width, height }: HeatOptions,
): void {
  if (most <= 0 || points.length === 0) return;
  const field = heatField({ points, width, height, radius: HEAT_RADIUS, step: STEP });
  const image = new ImageData(field.columns, field.rows);
  field.values.forEach((heat, index) => {
    const shade = Math.round(shadeOf(heat, most) * 255) * 4;
    image.data.set(PALETTE.subarray(shade, shade + 4), index * 4);
  });
  const small = new OffscreenCanvas(field.columns, field.rows);
  small.getContext("2d")?.putImageData(image, 0, 0);
  context.drawImage(small, 0, 0, field.columns * STEP, field.rows * STEP);
}
