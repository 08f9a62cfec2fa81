import { BOOLEAN_FLAGS, type BooleanFlag, type FlagValues } from "@marquee/contract";
import { useMemo, useSyncExternalStore } from "react";
import { onAddressChange } from "../browser/navigation.ts";

/**
 * Flags that this browser overrides (see {@link overriddenFlags}). None on the server and during hydration, whose
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

/** Flags that the visitor turned on in this browser. */
interface FlagOverrideSource {
  /** Query string of the page's address, with or without its question mark. */
  search: string;
  /** Reads a localStorage entry; null if it does not exist. */
  readStored(name: string): string | null;
}

/**
 * Flags that a visitor has turned on in this browser to preview unreleased features. They apply only with
 * `debug=true` in the query string, and only if their localStorage entry is "true", ignoring case and
 * surrounding white space (specification, section 5).
 * @returns names in the order of {@link BOOLEAN_FLAGS}.
 */
export function overriddenFlags({ search, readStored }: FlagOverrideSource): BooleanFlag[] {
  if (new URLSearchParams(search).get("debug") !== "true") return [];
  return BOOLEAN_FLAGS.filter((flag) => readStored(flag)?.trim().toLowerCase() === "true");
}

/** The answers with `overridden` flags turned on; the very same object when there is nothing to override. */
export function withFlagOverrides(values: FlagValues, overridden: readonly BooleanFlag[]): FlagValues {
  if (overridden.length === 0) return values;
  return { ...values, ...Object.fromEntries(overridden.map((flag) => [flag, true])) };
}
