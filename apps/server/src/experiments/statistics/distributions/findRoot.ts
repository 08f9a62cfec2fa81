/** Relative precision of the root, nearly that of a double; absolute below 0.001 (then 0.001 of it). */
const PRECISION = 1e-13;

/** After this many halvings, no double remains between the ends. */
const MAX_HALVINGS = 200;

interface Search {
  /** An increasing function. */
  readonly of: (x: number) => number;
  readonly target: number;
  readonly low: number;
  readonly high: number;
}

/** The x between `low` and `high` at which the increasing function `of` reaches `target`, by bisection; the nearer end if it does not. */
export function findRoot({ of, target, low, high }: Search): number {
  let [below, above] = [low, high];
  for (let halving = 0; halving < MAX_HALVINGS; halving += 1) {
    const middle = (below + above) / 2;
    if (above - below <= PRECISION * Math.max(1e-3, Math.abs(middle))) return middle;
    if (of(middle) < target) below = middle;
    else above = middle;
  }
  return (below + above) / 2;
}
