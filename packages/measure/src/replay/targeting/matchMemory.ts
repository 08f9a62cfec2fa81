import { type RecordingRule, TARGETING_LIFETIME, type Timestamp } from "@marquee/contract";
import type { LocalStore } from "../../browser/localStore.ts";
import { parseObject } from "../../browser/parseObject.ts";

/** Which rules have matched this visitor, and when; kept for two days (specification, section 9). */
export interface MatchMemory {
  /** Whether any of these rules has matched. */
  has(rules: readonly RecordingRule[]): boolean;
  remember(rule: RecordingRule): void;
}

interface MatchMemoryOptions {
  store: LocalStore;
  /** Storage entry. */
  key: string;
  now: () => Timestamp;
}

/** Forgets what is too old as soon as it is asked anything. */
export function createMatchMemory({ store, key, now }: MatchMemoryOptions): MatchMemory {
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
    has(rules) {
      const matches = read();
      return rules.some((rule) => matches.has(nameOf(rule)));
    },
    remember: (rule) => write({ ...Object.fromEntries(read()), [nameOf(rule)]: now() }),
  };
}

/** A clock that was ahead when it was written makes nothing last longer. */
function isFresh(at: unknown, now: Timestamp): boolean {
  return typeof at === "number" && at <= now && now - at < TARGETING_LIFETIME;
}

function nameOf(rule: RecordingRule): string {
  const { kind, ...rest } = rule;
  return JSON.stringify([kind, ...Object.values(rest)]);
}
