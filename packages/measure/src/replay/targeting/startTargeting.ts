import { ADDRESS_POLL_INTERVAL, type RecordingRule, type SegmentEvent } from "@marquee/contract";
import { monitor } from "../../browser/monitor.ts";
import { compilePattern } from "../../privacy/filterAddress.ts";
import type { MatchMemory } from "./matchMemory.ts";

/** Something that rules are held against. */
export type Occurrence =
  | { kind: "address"; path: string }
  | { kind: "event"; event: Pick<SegmentEvent, "type" | "event" | "properties"> }
  | { kind: "flags"; flags: Readonly<Record<string, unknown>> };

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

/** Whether a rule wants sessions recorded in which this occurs. */
export function matchesRule(rule: RecordingRule, occurrence: Occurrence): boolean {
  switch (rule.kind) {
    case "address":
      return occurrence.kind === "address" && compilePattern(rule.pattern).test(occurrence.path);
    case "flag":
      return occurrence.kind === "flags" && matchesFlag(rule, occurrence.flags);
    case "event":
      return (
        occurrence.kind === "event" &&
        occurrence.event.type === "track" &&
        occurrence.event.event === rule.name
      );
    case "property":
      return occurrence.kind === "event" && matchesProperty(rule, occurrence.event.properties ?? {});
  }
}

/** Answers are compared as JSON, however the rule writes it. */
function matchesFlag(
  { key, value }: Extract<RecordingRule, { kind: "flag" }>,
  flags: Readonly<Record<string, unknown>>,
): boolean {
  return Object.hasOwn(flags, key) && JSON.stringify(flags[key]) === normalise(value);
}

function normalise(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return JSON.stringify(json);
  }
}

/** Texts as they are, anything else as JSON. */
function matchesProperty(
  { name, value }: Extract<RecordingRule, { kind: "property" }>,
  properties: Readonly<Record<string, unknown>>,
): boolean {
  if (!Object.hasOwn(properties, name)) return false;
  const actual = properties[name];
  return (typeof actual === "string" ? actual : JSON.stringify(actual)) === value;
}
