/** Reproducible random numbers from 0 to 1 (a linear congruential generator; Numerical Recipes, section 7.1). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
