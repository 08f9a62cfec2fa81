const NODES = 20;
/** Panels of equal width per integral. For a posterior, each is about two standard deviations wide. */
const PANELS = 8;

/** P_n(x) and its derivative, by the recurrence of NIST DLMF 18.9.1. */
function legendre(degree: number, x: number): readonly [value: number, slope: number] {
  let [before, value] = [1, x];
  for (let n = 2; n <= degree; n += 1)
    [before, value] = [value, ((2 * n - 1) * x * value - (n - 1) * before) / n];
  return [value, (degree * (x * value - before)) / (x * x - 1)];
}

/** A node of the rule on [−1, 1] and its weight: a root of P_n, by Newton's method from an initial estimate. */
function nodeOf(_: unknown, index: number): { readonly x: number; readonly weight: number } {
  let x = Math.cos((Math.PI * (index + 0.75)) / (NODES + 0.5));
  for (let step = 0; step < 10; step += 1) {
    const [value, slope] = legendre(NODES, x);
    x -= value / slope;
  }
  const [, slope] = legendre(NODES, x);
  return { x, weight: 2 / ((1 - x * x) * slope * slope) };
}

const RULE = Array.from({ length: NODES }, nodeOf);

/**
 * Integral of `of` from `low` to `high` by Gauss–Legendre quadrature on equal panels. Deterministic, unlike Monte Carlo integration.
 * NIST DLMF 3.5(v).
 */
function integrate(of: (x: number) => number, low: number, high: number): number {
  const half = (high - low) / PANELS / 2;
  let sum = 0;
  for (let panel = 0; panel < PANELS; panel += 1) {
    const middle = low + half * (2 * panel + 1);
    for (const { x, weight } of RULE) sum += weight * of(middle + half * x);
  }
  return sum * half;
}

interface Parts {
  readonly low: number;
  readonly high: number;
  readonly cuts: readonly number[];
}

/**
 * Like {@link integrate}, but separately between the `cuts` that are within `low` and `high`. For integrands with a factor that changes
 * only in a narrow part of the range.
 */
export function integrateInParts(of: (x: number) => number, { low, high, cuts }: Parts): number {
  const within = cuts.filter((cut) => cut > low && cut < high).sort((a, b) => a - b);
  const starts = [low, ...within];
  return starts.reduce((sum, start, part) => sum + integrate(of, start, within[part] ?? high), 0);
}
