import {
  ADDRESS_POLL_INTERVAL,
  type Attribution,
  compilePattern,
  type RecordingRule,
  ruleId,
  type SegmentEvent,
  TARGETING_LIFETIME,
  type Timestamp,
} from "@marquee/contract";
import { type LocalStore, parseObject } from "../../browser/localStore.ts";
import { monitor } from "../../browser/monitor.ts";

/** Input that rules are matched against. */
export type RuleInput =
  | { kind: "address"; path: string }
  | { kind: "event"; event: SeenEvent }
  | { kind: "flags"; flags: Readonly<Record<string, unknown>> };

type SeenEvent = Pick<SegmentEvent, "type" | "event" | "properties" | "context">;

export interface Targeting {
  /** Call it with each event before it is sent. */
  see(event: SeenEvent): void;
  stop(): void;
}

interface TargetingOptions {
  rules: readonly RecordingRule[];
  memory: RuleMatches;
  /** A current event of the session, for its source: the session's first events may have been sent before. */
  arrival: SeenEvent;
  /** The visitor's flag values. */
  flags: Readonly<Record<string, unknown>>;
  currentPath: () => string;
  /** Called once, at the first match. */
  onMatch: () => void;
}

/**
 * Matches rules against flag values and the arrival (once), events (as they come) and the path (at intervals, because pages change it without an event).
 * Stores the first match and then stops.
 */
export function startTargeting(options: TargetingOptions): Targeting {
  const { rules, memory, arrival, flags, currentPath, onMatch } = options;
  let isOver = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    isOver = true;
    clearInterval(timer);
  };
  const weigh = monitor((occurrence: RuleInput) => {
    const rule = isOver ? undefined : rules.find((rule) => matchesRule(rule, occurrence));
    if (!rule) return;
    stop();
    memory.remember(rule);
    onMatch();
  });
  const lookAtAddress = () => weigh({ kind: "address", path: currentPath() });
  lookAtAddress();
  weigh({ kind: "flags", flags });
  weigh({ kind: "event", event: arrival });
  if (!isOver && rules.some(({ kind }) => kind === "address"))
    timer = setInterval(lookAtAddress, ADDRESS_POLL_INTERVAL);
  return { see: (event) => weigh({ kind: "event", event }), stop };
}

/** Whether the rule matches this input. */
export function matchesRule(rule: RecordingRule, occurrence: RuleInput): boolean {
  switch (rule.kind) {
    case "address":
      return occurrence.kind === "address" && compilePattern(rule.pattern)(occurrence.path);
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
    case "source":
      return occurrence.kind === "event" && sourceOf(occurrence.event) === rule.source.trim().toLowerCase();
  }
}

/** Compares flag values as JSON, regardless of how the rule formats them. A rule value that is not JSON counts as a string. */
function matchesFlag(
  { key, value }: Extract<RecordingRule, { kind: "flag" }>,
  flags: Readonly<Record<string, unknown>>,
): boolean {
  return Object.hasOwn(flags, key) && JSON.stringify(flags[key]) === normalize(value);
}

function normalize(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return JSON.stringify(json);
  }
}

/** The source of the visit that an event belongs to, in lower case; undefined before the first arrival. */
function sourceOf({ context }: SeenEvent): string | undefined {
  // Safe cast: `createEnvelope` builds the context.
  const attribution = context?.attribution as { last: Attribution } | undefined;
  return attribution?.last.utm_source.toLowerCase();
}

/** Compares strings as they are and other values as JSON. */
function matchesProperty(
  { name, value }: Extract<RecordingRule, { kind: "property" }>,
  properties: Readonly<Record<string, unknown>>,
): boolean {
  if (!Object.hasOwn(properties, name)) return false;
  const actual = properties[name];
  return (typeof actual === "string" ? actual : JSON.stringify(actual)) === value;
}

/** The rules that have matched this visitor, with timestamps; kept for two days (specification, section 9). */
export interface RuleMatches {
  /** The first of these rules that has matched in the last two days. */
  find(rules: readonly RecordingRule[]): RecordingRule | undefined;
  remember(rule: RecordingRule): void;
}

interface MatchMemoryOptions {
  store: LocalStore;
  /** Key of the storage entry. */
  key: string;
  now: () => Timestamp;
}

/** Drops expired entries on each read. */
export function createRuleMatches({ store, key, now }: MatchMemoryOptions): RuleMatches {
  const read = () => {
    const stored = parseObject(store.get(key)) ?? {};
    const fresh = Object.entries(stored).filter(([, at]) => isFresh(at, now()));
    if (fresh.length < Object.keys(stored).length) write(Object.fromEntries(fresh));
    return new Map(fresh);
  };
  const write = (matches: Record<string, unknown>) => {
    if (Object.keys(matches).length > 0) store.set(key, JSON.stringify(matches));
    else store.remove(key);
  };
  return {
    find(rules) {
      const matches = read();
      return rules.find((rule) => matches.has(ruleId(rule)));
    },
    remember: (rule) => write({ ...Object.fromEntries(read()), [ruleId(rule)]: now() }),
  };
}

/** A timestamp in the future, written while the clock was ahead, counts as expired. */
function isFresh(at: unknown, now: Timestamp): boolean {
  return typeof at === "number" && at <= now && now - at < TARGETING_LIFETIME;
}
