import type { Milliseconds, Timestamp } from "@marquee/contract";
import type { LocalStore } from "./localStore.ts";

/** One value cached in localStorage for a limited time. */
export interface TimedCache<Value> {
  /** @returns null if the entry is missing, expired, dated in the future or malformed. */
  read(): Value | null;
  write(value: Value): void;
}

interface TimedCacheOptions<Value> {
  store: LocalStore;
  key: string;
  lifetime: Milliseconds;
  now: () => Timestamp;
  /** Whether the stored value has the right shape. */
  isValue: (value: unknown) => value is Value;
}

export function createTimedCache<Value>(options: TimedCacheOptions<Value>): TimedCache<Value> {
  const { store, key, lifetime, now, isValue } = options;
  return {
    read() {
      const { value, at } = parseEntry(store.get(key));
      const age = now() - at;
      return age >= 0 && age < lifetime && isValue(value) ? value : null;
    },
    write: (value) => store.set(key, JSON.stringify({ value, at: now() })),
  };
}

function parseEntry(text: string | null): { value: unknown; at: Timestamp } {
  try {
    const { value, at } = JSON.parse(text ?? "{}");
    return { value, at: typeof at === "number" ? at : Number.NaN };
  } catch {
    return { value: null, at: Number.NaN };
  }
}
