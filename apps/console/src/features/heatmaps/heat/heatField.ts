/** A clicked point, in CSS pixels of the scaled page. */
export interface HeatPoint {
  x: number;
  y: number;
  weight: number;
}

/** Radius of a click's heat, in CSS pixels on the screen: about a fingertip. */
export const HEAT_RADIUS = 24;

/** Share of a click's weight at a distance: 1 at the click, 0 from the radius on. */
export function heatAt(distance: number, radius: number): number {
  if (distance >= radius) return 0;
  const rest = 1 - (distance / radius) ** 2;
  return rest * rest;
}

interface FieldOptions {
  points: readonly HeatPoint[];
  /** Size of the area, in CSS pixels like the radius and the step. */
  width: number;
  height: number;
  radius: number;
  /** Side length of a square of the field. */
  step: number;
}

/** Summed weights at the center of each square, row by row. */
export interface HeatField {
  columns: number;
  rows: number;
  values: Float32Array;
}

/** Computes the heat of each square: the weights of all clicks within the radius, by distance. */
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
