import { CONSENT_GROUPS, type SiteSettings } from "@marquee/contract";
import type { Measure } from "@marquee/measure";
import { type Answers, FLAG_TIMES } from "./answers.ts";

/** Answers for the page that comes next. The one that is shown keeps those that it was drawn with: nothing changes under a reader. */
export interface NextFlagValues {
  /**
   * Waits for pending flag values, but not longer than a visitor may be delayed (specification, section 9).
   * The current page keeps its values. Null if only a new document has the right ones.
   */
  settled(): Promise<Answers | null>;
  stop(): void;
}

/** Follows the flags of consented visitors, with code that is loaded only for them. */
export function startNextFlagValues(
  settings: SiteSettings,
  { consent }: Pick<Measure, "consent">,
): NextFlagValues {
  const isMeasured = () => consent.isGranted(CONSENT_GROUPS.analytics);
  let wasMeasured = isMeasured();
  let answers: Answers | null = settings;
  let pending: Promise<unknown> = Promise.resolve();
  let stopFollowing: (() => void) | null = null;

  const follow = async () => {
    const { subscribeToFlags } = await import("./subscribeToFlags.ts");
    if (!isMeasured() || stopFollowing) return;
    const onAnswers = (next: Answers) => {
      if (isMeasured()) answers = next;
    };
    const { ready, stop } = subscribeToFlags({ settings, isAllowed: isMeasured, onAnswers });
    stopFollowing = stop;
    await ready;
  };
  const begin = () => {
    // Without the code the document's own answers hold on.
    pending = follow().catch(() => undefined);
  };
  const end = () => {
    stopFollowing?.();
    stopFollowing = null;
    // The document may belong to a visitor who is no longer known; then the next page is loaded as a
    // document.
    answers = settings.isForEverybody ? settings : null;
  };
  const unsubscribe = consent.subscribe(() => {
    const before = wasMeasured;
    wasMeasured = isMeasured();
    if (wasMeasured && !before) begin();
    if (!wasMeasured && before) end();
  });
  const timer = setTimeout(() => isMeasured() && begin(), FLAG_TIMES.follow);
  return {
    async settled() {
      await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, FLAG_TIMES.antiFlicker))]);
      return answers;
    },
    stop() {
      clearTimeout(timer);
      unsubscribe();
      stopFollowing?.();
    },
  };
}
