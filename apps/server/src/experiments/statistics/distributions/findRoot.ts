/** Halvings after which no double lies between the ends. */
const MOST_HALVINGS = 200;

interface Search {
  /** Grows with its argument. */
  readonly of: (x: number) => number;
  readonly target: number;
  readonly low: number;
  readonly high: number;
}

/** Where the growing function `of` reaches `target` between `low` and `high`, by halving; an end where it does not. */
export function findRoot({ of, target, low, high }: Search): number {
  let [below, above] = [low, high];
  for (let halving = 0; halving < MOST_HALVINGS; halving += 1) {
    const middle = (below + above) / 2;
    if (above - below <= 1e-13 * Math.max(1e-3, Math.abs(middle))) return middle;
    if (of(middle) < target) below = middle;
    else above = middle;
  }
  return (below + above) / 2;
}
