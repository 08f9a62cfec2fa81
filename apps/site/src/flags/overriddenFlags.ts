import { BOOLEAN_FLAGS, type BooleanFlag, type FlagValues } from "@marquee/contract";

/** Flags that the visitor turned on in this browser. */
export interface FlagOverrideSource {
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
