import { useFlagOverrides } from "../app/flagOverrides.ts";

/** Tells tests and support which flags this browser overrides (specification, section 2). Never seen. */
export function FlagMarker() {
  return <div hidden data-overridden-flags={useFlagOverrides().join(",")} />;
}
