/** Halvings after which no double lies between the ends. */
const MAX_HALVINGS = 200;

interface Search {
  /** Grows with its argument. */
  readonly of: (x: number) => number;
  readonly target: number;
  readonly low: number;
  readonly high: number;
  /** Of the root, relative from 0.001 on; every digit of a double if nothing is said. */
  readonly precision?: number;
}

/** Where the growing function `of` reaches `target` between `low` and `high`, by halving; an end where it does not. */
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
