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
};

/**
 * Settings of one experiment. `alpha` is divided by the number of comparisons (Bonferroni's correction; C. E. Bonferroni, 1936), so the
 * error rate of all comparisons together stays within the given alpha.
 * @param challengers number of variations besides the baseline.
 */
export function settingsFor(challengers: number, given: Partial<Settings> = {}): Settings {
  const settings = { ...DEFAULT_SETTINGS, ...given };
  return { ...settings, alpha: settings.alpha / challengers };
}
