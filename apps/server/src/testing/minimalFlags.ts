import { DEFAULT_FLAGS, type FlagValues } from "@marquee/contract";
import type { SiteFlagValues } from "../domains/flags/siteFlagValues.ts";
import type { VisitorFlags } from "../domains/flags/visitorFlags.ts";

/** Default flag values. */
const ANSWERS: VisitorFlags = {
  flags: DEFAULT_FLAGS,
  assignments: [],
  redirects: [],
  key: "",
  sticky: {},
  arePerPage: false,
  variationsCookie: null,
};

/** Minimal flags for tests: every visitor gets the same values. */
export const minimalFlags = {
  readFlags: (): VisitorFlags => ANSWERS,
  flags: { onChange: () => () => undefined, running: () => [] },
};

/** The default flag values with overrides. */
export function flagsWith(change: Partial<SiteFlagValues & VisitorFlags>): VisitorFlags {
  return { ...ANSWERS, ...change };
}

/** A flag file without changes to the defaults. */
export const minimalFlagFile = {
  values: (): FlagValues => DEFAULT_FLAGS,
  onChange: () => undefined,
  stop: () => undefined,
};
