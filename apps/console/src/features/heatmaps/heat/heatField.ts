/** A clicked point, in CSS pixels of the drawing. */
export interface HeatPoint {
  x: number;
  y: number;
  weight: number;
}

/** How far a click is felt, CSS pixels of the screen: about a fingertip. */
export const HEAT_RADIUS = 24;

/** What a click weighs at a distance: all of itself at its own place, nothing from the radius on. */
export function heatAt(distance: number, radius: number): number {
  if (distance >= radius) return 0;
  const rest = 1 - (distance / radius) ** 2;
  return rest * rest;
}

interface FieldOptions {
  points: readonly HeatPoint[];
  /** Of what is drawn upon. */
  width: number;
  height: number;
  radius: number;
  /** Side of one square of the field. */
  step: number;
}

/** Sums of the weights around the middle of each square, row by row. */
export interface HeatField {
  columns: number;
  rows: number;
  values: Float32Array;
}

/** How much was clicked around each place. */
export function heatField({ points, width, height, radius, step }: FieldOptions): HeatField {
  const columns = Math.max(1, Math.ceil(width / step));
  const rows = Math.max(1, Math.ceil(height / step));
  const values = new Float32Array(columns * rows);
  for (const { x, y, weight } of points) {
    for (const row of squaresNear(y, { radius, step, count: rows })) {
      for (const column of squaresNear(x, { radius, step, count: columns })) {
        const distance = Math.hypot((column + 0.5) * step - x, (row + 0.5) * step - y);
        const index = row * columns + column;
        values[index] = (values[index] ?? 0) + weight * heatAt(distance, radius);
      }
    }
  }
  return { columns, rows, values };
}

function* squaresNear(
  place: number,
  { radius, step, count }: { radius: number; step: number; count: number },
) {
  const first = Math.max(0, Math.floor((place - radius) / step));
  const last = Math.min(count - 1, Math.floor((place + radius) / step));
  for (let square = first; square <= last; square += 1) yield square;
}
