import { BOOLEAN_FLAGS, type BooleanFlag, type FlagValues } from "@marquee/contract";
import { useMemo, useSyncExternalStore } from "react";
import { onAddressChange } from "../browser/navigation.ts";

/**
 * Flags that this browser overrides (see {@link overriddenFlags}). Empty on the server and during hydration, whose
 * markup must match; the page re-renders with the overrides right after hydration.
 */
function useFlagOverrides(): readonly BooleanFlag[] {
  const names = useSyncExternalStore(onAddressChange, readNames, () => "");
  return useMemo(() => {
    const overridden = names.split(",");
    return BOOLEAN_FLAGS.filter((flag) => overridden.includes(flag));
  }, [names]);
}

/** Flag values with this browser's overrides applied. */
export function useOverriddenFlags(values: FlagValues): FlagValues {
  const overridden = useFlagOverrides();
  return useMemo(() => withFlagOverrides(values, overridden), [values, overridden]);
}

/** A string, because `useSyncExternalStore` compares snapshots with `Object.is`. */
function readNames(): string {
  return overriddenFlags({ search: location.search, readStored }).join(",");
}

/** Browsers with blocked storage throw on any access to it; they have no overrides. */
function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** A hidden element that shows tests and support which flags this browser overrides (specification, section 2). */
export function FlagMarker() {
  return <div hidden data-overridden-flags={useFlagOverrides().join(",")} />;
}

/** Where {@link overriddenFlags} reads from. */
interface FlagOverrideSource {
  /** Query string of the page's URL, with or without the question mark. */
  search: string;
  /** Reads a localStorage entry; null if it does not exist. */
  readStored(name: string): string | null;
}

/**
 * Flags that a visitor has turned on in this browser to preview unreleased features. They apply only with
 * `debug=true` in the query string, and only if their localStorage entry is "true", ignoring case and
 * surrounding whitespace (specification, section 5).
 * @returns flag names in the order of {@link BOOLEAN_FLAGS}.
 */
export function overriddenFlags({ search, readStored }: FlagOverrideSource): BooleanFlag[] {
  if (new URLSearchParams(search).get("debug") !== "true") return [];
  return BOOLEAN_FLAGS.filter((flag) => readStored(flag)?.trim().toLowerCase() === "true");
}

/** Flag values with `overridden` flags turned on; the same object if nothing is overridden, so that nothing re-renders. */
export function withFlagOverrides(values: FlagValues, overridden: readonly BooleanFlag[]): FlagValues {
  if (overridden.length === 0) return values;
  return { ...values, ...Object.fromEntries(overridden.map((flag) => [flag, true])) };
}
