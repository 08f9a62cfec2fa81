/** Replaces zero, to avoid a division by zero. */
const TINY = 1e-300;
const PRECISION = 1e-16;
/** The fractions used here converge in about as many steps as the square root of their parameters. */
const MAX_STEPS = 100_000;

const awayFromZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/**
 * Value of b0 + a1 / (b1 + a2 / (b2 + …)), where `partOf(i)` returns `[a_i, b_i]` for i ≥ 1.
 *
 * W. J. Lentz, "Generating Bessel functions in Mie scattering calculations using continued fractions", Applied
 * Optics 15 (1976), as modified by I. J. Thompson and A. R. Barnett (1986); NIST DLMF 3.10(iii).
 */
export function continuedFraction(
  b0: number,
  partOf: (step: number) => readonly [a: number, b: number],
): number {
  let value = awayFromZero(b0);
  let numerator = value;
  let denominator = 0;
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    const [a, b] = partOf(step);
    numerator = awayFromZero(b + a / numerator);
    denominator = 1 / awayFromZero(b + a * denominator);
    const change = numerator * denominator;
    value *= change;
    if (Math.abs(change - 1) <= PRECISION) break;
  }
  return value;
}
