/** Relative precision of the root, nearly that of a double; absolute below 0.001 (then 0.001 of it). */
const PRECISION = 1e-13;

/** After this many steps, no double remains between the ends. */
const MAX_STEPS = 400;

interface Search {
  /** An increasing function. */
  readonly of: (x: number) => number;
  readonly target: number;
  readonly low: number;
  readonly high: number;
}

interface Point {
  x: number;
  /** What the function exceeds the target by. */
  y: number;
}

/** The x between `low` and `high` at which the increasing function `of` reaches `target`; the nearer end if it does not. */
export function findRoot({ of, target, low, high }: Search): number {
  const at = (x: number): Point => ({ x, y: of(x) - target });
  let [last, other] = [at(low), at(high)];
  if (last.y >= 0) return low;
  if (other.y <= 0) return high;
  let share = 0.5;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = at(last.x + share * (other.x - last.x));
    const isSameSide = next.y < 0 === last.y < 0;
    const replaced = isSameSide ? last : other;
    if (!isSameSide) other = last;
    last = next;
    const best = Math.abs(last.y) < Math.abs(other.y) ? last : other;
    const least = (PRECISION * Math.max(1e-3, Math.abs(best.x))) / Math.abs(other.x - last.x);
    if (best.y === 0 || least > 0.5) return best.x;
    share = Math.min(1 - least, Math.max(least, nextShare(last, other, replaced)));
  }
  return last.x;
}

/**
 * The next point to try, as a share of the distance from the last point to the one on the other side of the root: by inverse quadratic
 * interpolation where that is safe, otherwise in the middle.
 *
 * T. R. Chandrupatla, "A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function without using derivatives",
 * Advances in Engineering Software 28 (1997).
 */
function nextShare(last: Point, other: Point, replaced: Point): number {
  const distance = (last.x - other.x) / (replaced.x - other.x);
  const difference = (last.y - other.y) / (replaced.y - other.y);
  if (difference ** 2 >= distance || (1 - difference) ** 2 >= 1 - distance) return 0.5;
  return (
    (last.y / (other.y - last.y)) * (replaced.y / (other.y - replaced.y)) +
    ((replaced.x - last.x) / (other.x - last.x)) *
      (last.y / (replaced.y - last.y)) *
      (other.y / (replaced.y - other.y))
  );
}
