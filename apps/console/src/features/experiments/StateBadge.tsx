import type { ExperimentState } from "@marquee/contract";
import { Badge, type Tone } from "@marquee/ui";

const TONES: Record<ExperimentState, Tone> = { draft: "neutral", running: "leaf", stopped: "sky" };

/** The state as a word, so that it does not depend on color. */
export function StateBadge({ state }: { state: ExperimentState }) {
  return <Badge tone={TONES[state]}>{state}</Badge>;
}
