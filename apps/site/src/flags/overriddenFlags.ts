import { BOOLEAN_FLAGS, type BooleanFlag, type FlagValues } from "@marquee/contract";

/** What a browser says of flags that its visitor wants to see turned on. */
export interface FlagOverrideSource {
  /** Query string of the page's address, with or without its question mark. */
  search: string;
  /** Entry of local storage by name, or null where there is none. */
  readStored(name: string): string | null;
}

/**
 * Flags that a visitor has turned on for this browser alone, to look at what is not released yet. They count only where
 * the query says `debug=true`, and only those whose local-storage entry says "true", whatever its case and the white space around
 * it (specification, section 5).
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
