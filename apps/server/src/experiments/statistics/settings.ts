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
 * Settings of one experiment. Alpha is that of each comparison: C. E. Bonferroni (1936), so that all of them together keep to alpha.
 * @param challengers variants beside the baseline.
 */
export function settingsFor(challengers: number, given: Partial<Settings> = {}): Settings {
  const settings = { ...DEFAULT_SETTINGS, ...given };
  return { ...settings, alpha: settings.alpha / challengers };
}
