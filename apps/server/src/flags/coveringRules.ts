import type { FlagDefinition, FlagRule, Timestamp } from "@marquee/contract";

/** Rules that answer everybody, now or later: what stands behind them, an experiment or the default, is seen by nobody. */
export function coveringRules({ rules }: FlagDefinition, now: Timestamp): FlagRule[] {
  return rules.filter(
    ({ isOn, targeting, prerequisites, coverage, to }) =>
      isOn && targeting.length === 0 && prerequisites.length === 0 && coverage === 1 && (to ?? now + 1) > now,
  );
}
