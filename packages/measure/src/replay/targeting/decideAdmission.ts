import type { RecordingSettings, SegmentMetadata } from "@marquee/contract";
import { isSampled } from "../../sampling/isSampled.ts";
import type { MatchMemory } from "./matchMemory.ts";

/** What lets a session be recorded as it begins, or null: nothing does yet (specification, section 4). */
export function decideAdmission(
  { isCaptureEnabled, sampleRate, rules }: RecordingSettings,
  sessionId: number,
  memory: Pick<MatchMemory, "has">,
): SegmentMetadata["admission"] | null {
  if (!isCaptureEnabled) return null;
  if (isSampled("replay", sessionId, sampleRate)) return "sample";
  return memory.has(rules) ? "targeting" : null;
}
