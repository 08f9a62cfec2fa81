import { decodeValue, ONE_YEAR } from "@marquee/contract";
import type { Cookies } from "./cookies.ts";
import type { LocalStore } from "./localStore.ts";

/** Browsers reject cookies over 4,096 bytes. Longer values are stored in localStorage only. */
const MAX_COOKIE_BYTES = 3500;

/**
 * Values in a cookie, which other hosts of the domain read, and in localStorage, each restored from the other: browsers shorten the life of
 * both, at different times.
 */
export interface PersistentValues {
  /** Read each time: another tab may have changed it. @returns null for no value, and for one that cannot be decoded. */
  read(key: string): string | null;
  /** Writes only what differs. */
  write(key: string, value: string): void;
  remove(keys: readonly string[]): void;
}

export function createPersistentValues(cookies: Cookies, store: LocalStore): PersistentValues {
  return {
    read: (key) => decodeValue(cookies.get(key)) || store.get(key) || null,
    write(key, value) {
      const encoded = encodeURIComponent(value);
      if (encoded.length <= MAX_COOKIE_BYTES && cookies.get(key) !== encoded)
        cookies.set(key, encoded, ONE_YEAR);
      if (store.get(key) !== value) store.set(key, value);
    },
    remove(keys) {
      for (const key of keys) {
        cookies.remove(key);
        store.remove(key);
      }
    },
  };
}
