/** After this many halvings, no double remains between the ends. */
const MAX_HALVINGS = 200;

interface Search {
  /** An increasing function. */
  readonly of: (x: number) => number;
  readonly target: number;
  readonly low: number;
  readonly high: number;
  /** Relative precision of the root, or absolute below 0.001 (then 0.001 of it). Defaults to 1e-13, nearly that of a double. */
  readonly precision?: number;
}

/** The x between `low` and `high` at which the increasing function `of` reaches `target`, by bisection; the nearer end if it does not. */
export function findRoot({ of, target, low, high, precision = 1e-13 }: Search): number {
  let [below, above] = [low, high];
  for (let halving = 0; halving < MAX_HALVINGS; halving += 1) {
    const middle = (below + above) / 2;
    if (above - below <= precision * Math.max(1e-3, Math.abs(middle))) return middle;
    if (of(middle) < target) below = middle;
    else above = middle;
  }
  return (below + above) / 2;
}
