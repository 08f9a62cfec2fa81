import { ADDRESS_POLL_INTERVAL, type RecordingRule, type SegmentEvent } from "@marquee/contract";
import { monitor } from "../../browser/monitor.ts";
import { matchesRule, type Occurrence } from "./matchesRule.ts";
import type { MatchMemory } from "./matchMemory.ts";

export interface Targeting {
  /** Shows it an event before it is sent. */
  see(event: Pick<SegmentEvent, "type" | "event" | "properties">): void;
  stop(): void;
}

interface TargetingOptions {
  rules: readonly RecordingRule[];
  memory: MatchMemory;
  /** What the flags answer this visitor. */
  flags: Readonly<Record<string, unknown>>;
  currentPath: () => string;
  /** Called at the first match. */
  onMatch: () => void;
}

/**
 * Holds rules against what happens: flags once, events as they come, the address at intervals, for pages change it without telling. The first
 * match is remembered and ends it.
 */
export function startTargeting({ rules, memory, flags, currentPath, onMatch }: TargetingOptions): Targeting {
  let isOver = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    isOver = true;
    clearInterval(timer);
  };
  const weigh = monitor((occurrence: Occurrence) => {
    const rule = isOver ? undefined : rules.find((rule) => matchesRule(rule, occurrence));
    if (!rule) return;
    stop();
    memory.remember(rule);
    onMatch();
  });
  const lookAtAddress = () => weigh({ kind: "address", path: currentPath() });
  lookAtAddress();
  weigh({ kind: "flags", flags });
  if (!isOver && rules.some(({ kind }) => kind === "address"))
    timer = setInterval(lookAtAddress, ADDRESS_POLL_INTERVAL);
  return { see: (event) => weigh({ kind: "event", event }), stop };
}
