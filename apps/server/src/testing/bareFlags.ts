import { DEFAULT_FLAGS, type FlagValues } from "@marquee/contract";
import type { SiteAnswers } from "../flags/siteAnswers.ts";
import type { VisitorFlags } from "../flags/visitorFlags.ts";

/** What everybody gets where nobody has said anything. */
const ANSWERS: VisitorFlags = {
  ...{ flags: DEFAULT_FLAGS, assignments: [], redirects: [], isPreview: false },
  ...{ key: "", sticky: {}, variationsCookie: null },
};

/** Flags for tests of what stands beside them: the same answers for everybody. */
export const bareFlags = {
  readFlags: (): VisitorFlags => ANSWERS,
  flags: { onChange: () => () => undefined, running: () => [] },
};

/** The answers with some of them changed. */
export function answersWith(change: Partial<SiteAnswers & VisitorFlags>): VisitorFlags {
  return { ...ANSWERS, ...change };
}

/** A flag file that says nothing. */
export const bareFlagFile = {
  values: (): FlagValues => DEFAULT_FLAGS,
  onChange: () => undefined,
  stop: () => undefined,
};
