import { decodeValue, encodeValue, ONE_YEAR } from "@marquee/contract";
import type { Cookies } from "./cookies.ts";
import type { LocalStore } from "./localStore.ts";

/** Browsers reject cookies over 4,096 bytes; longer values are stored in localStorage only. */
const MAX_COOKIE_BYTES = 3500;

/**
 * Values stored in both a cookie, which other hosts of the domain can read, and localStorage. Browsers expire the two at
 * different times; a read falls back from the cookie to localStorage, and a write restores both.
 */
export interface PersistentValues {
  /** Reads from storage every time, because another tab may have changed it. @returns null if neither place has a valid value. */
  read(key: string): string | null;
  /** Writes each place only if its value differs. */
  write(key: string, value: string): void;
  remove(keys: readonly string[]): void;
}

/** @param foreign names that are not ours on this page. They are neither written nor removed. */
export function createPersistentValues(
  cookies: Cookies,
  store: LocalStore,
  foreign: readonly string[] = [],
): PersistentValues {
  return {
    read: (key) => decodeValue(cookies.get(key)) || store.get(key) || null,
    write(key, value) {
      if (foreign.includes(key)) return;
      const encoded = encodeValue(value);
      if (encoded.length <= MAX_COOKIE_BYTES && cookies.get(key) !== encoded)
        cookies.set(key, encoded, ONE_YEAR);
      if (store.get(key) !== value) store.set(key, value);
    },
    remove(keys) {
      for (const key of keys) {
        if (foreign.includes(key)) continue;
        cookies.remove(key);
        store.remove(key);
      }
    },
  };
}
