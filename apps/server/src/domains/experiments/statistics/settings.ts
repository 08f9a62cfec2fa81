import type { Settings } from "./analyse.types.ts";
import { DEFAULT_TUNING } from "./sequential.ts";

export const DEFAULT_SETTINGS: Settings = {
  alpha: 0.05,
  power: 0.8,
  minimumEffect: 0.05,
  tuning: DEFAULT_TUNING,
  prior: { alpha: 1, beta: 1 },
  minimumUsers: 100,
  minimumConversions: 25,
  minimumDays: 7,
  comparisons: 1,
};

/**
 * Settings of one experiment. Its comparisons share `alpha`: each gets an equal part (Bonferroni's correction; C. E. Bonferroni, 1936), so
 * the error rate of all of them together stays within it.
 * @param challengers number of variations besides the baseline.
 * @returns `alpha` of one comparison, and `comparisons`, the factor for p-values before comparing them with the whole alpha.
 */
export function settingsFor(challengers: number, overrides: Partial<Settings> = {}): Settings {
  const settings = { ...DEFAULT_SETTINGS, ...overrides };
  const comparisons = settings.comparisons * challengers;
  return { ...settings, comparisons, alpha: settings.alpha / comparisons };
}
