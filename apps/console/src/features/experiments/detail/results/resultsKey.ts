/** Start of the cache keys of a phase's results. @param filters of the visitors; without, all of them, which a decision is about. */
export function resultsKey(experiment: string, phase: number | "all", filters = ""): readonly unknown[] {
  return ["results", experiment, phase, filters];
}
