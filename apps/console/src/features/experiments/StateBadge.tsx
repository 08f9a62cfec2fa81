import type { ExperimentState } from "@marquee/contract";
import { Badge, type Tone } from "@marquee/ui";

const TONES: Record<ExperimentState, Tone> = { draft: "neutral", running: "leaf", stopped: "sky" };

/** Draft, running or stopped; a word, so that no colour has to say it. */
export function StateBadge({ state }: { state: ExperimentState }) {
  return <Badge tone={TONES[state]}>{state}</Badge>;
}
