import type { Change } from "@marquee/contract/schema";
import { formatAgo, formatInstant } from "../format/format.ts";

/** Texts for confirming a revert. */
interface RevertExplanation {
  title: string;
  action: string;
  /** The effects, as sentences. */
  effects: string[];
}

/**
 * What reverting a step of an experiment does, because that does more than restore the values.
 * @returns null for all other changes: they need no confirmation.
 */
export function explainRevert(change: Change, now: number): RevertExplanation | null {
  const { entity, action, before, after, at } = change;
  if (entity !== "experiment") return null;
  if (before === null && after !== null) {
    return {
      title: "Delete this draft?",
      action: "Delete draft",
      effects: [
        "The experiment has never run, so no visitor has seen it and there are no results to lose.",
        "You can revert the deletion, too.",
      ],
    };
  }
  if (action === "started") {
    return {
      title: "Revert the start?",
      action: "Revert start",
      effects: [
        "If nobody has seen the experiment yet, it goes back to what it was before the start.",
        "If someone has, it stops, and the results so far are kept. Either way, everyone sees the default again within a second.",
      ],
    };
  }
  if (action === "stopped") {
    return {
      title: "Resume the experiment?",
      action: "Resume",
      effects: [
        "The phase continues where it stopped: visitors get the variations they had and are counted with the earlier ones.",
        `Since ${formatInstant(at)} (${formatAgo(at, now)}), everyone has seen the default. What the phase's visitors did in the meantime counts, which makes differences look smaller. After a long stop, choose Start again on the experiment instead: it counts from zero.`,
      ],
    };
  }
  return null;
}
