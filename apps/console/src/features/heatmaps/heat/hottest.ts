import { type HeatPoint, heatAt } from "./heatField.ts";

/** The most heat at any of the points: what the darkest colour stands for. 0 without points. */
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

const AROUND = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down] as const));
