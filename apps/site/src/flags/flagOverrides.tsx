import { BOOLEAN_FLAGS, type BooleanFlag, type FlagValues } from "@marquee/contract";
import { useMemo, useSyncExternalStore } from "react";
import { onAddressChange } from "../browser/navigation.ts";
import { overriddenFlags, withFlagOverrides } from "./overriddenFlags.ts";

/**
 * Flags that this browser overrides (see `overriddenFlags` of contract). None on the server and during hydration, whose
 * markup must agree; the page renders again with them directly afterwards.
 */
function useFlagOverrides(): readonly BooleanFlag[] {
  const names = useSyncExternalStore(onAddressChange, readNames, () => "");
  return useMemo(() => {
    const overridden = names.split(",");
    return BOOLEAN_FLAGS.filter((flag) => overridden.includes(flag));
  }, [names]);
}

/** The flags' answers as this browser wants to see them. */
export function useOverriddenFlags(values: FlagValues): FlagValues {
  const overridden = useFlagOverrides();
  return useMemo(() => withFlagOverrides(values, overridden), [values, overridden]);
}

/** One text, so that equal answers are recognised as equal. */
function readNames(): string {
  return overriddenFlags({ search: location.search, readStored }).join(",");
}

/** Browsers that forbid storage throw on any access to it; they override nothing. */
function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Tells tests and support which flags this browser overrides (specification, section 2). Never seen. */
export function FlagMarker() {
  return <div hidden data-overridden-flags={useFlagOverrides().join(",")} />;
}
