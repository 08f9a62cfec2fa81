import { CONSENT_GROUPS, type SiteSettings } from "@marquee/contract";
import type { Measure } from "@marquee/measure";
import { type Answers, FLAG_TIMES } from "./answers.ts";

/** Flag values for the next page. The current page keeps the values that it was rendered with, so that nothing changes while people read it. */
export interface NextFlagValues {
  /**
   * Waits for pending flag values, for at most `FLAG_TIMES.antiFlicker` (specification, section 9). Never rejects.
   * @returns the values for the next page, or null if only a new document has the right ones.
   */
  settled(): Promise<Answers | null>;
  stop(): void;
}

/** Subscribes to the flags of consented visitors; the code for it is loaded only for them. */
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
    // If the code fails to load, the document's own values stay in effect.
    pending = follow().catch(() => undefined);
  };
  const end = () => {
    stopFollowing?.();
    stopFollowing = null;
    // If the document was rendered for this visitor's flags, its values no longer apply, so the next page is loaded as a
    // new document.
    answers = settings.isForEveryone ? settings : null;
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
      // Only the server has evaluated the rules for the next page.
      if (settings.areFlagsPerPage && isMeasured()) return null;
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
