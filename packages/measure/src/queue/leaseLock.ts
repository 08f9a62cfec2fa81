import { createUuid } from "../browser/createUuid.ts";
import type { LocalStore } from "../browser/localStore.ts";

/** Queue lock where `navigator.locks` is missing: wait and retries (specification, section 9). */
const QUEUE_LOCK_WAIT = 50;
const QUEUE_LOCK_RETRIES = 3;

/** A tab that died with the makeshift lock holds it no longer than this, in milliseconds. */
const LEASE = 30_000;

/**
 * A lock for browsers without `navigator.locks`. Waits 50 ms, at most three times (specification, section 9).
 * @param key storage entry of the lease
 * @returns see `Lock` in queueLock.ts
 */
export function createLeaseLock(
  store: LocalStore,
  key: string,
  now: () => number = Date.now,
): (task: () => Promise<void>) => Promise<boolean> {
  const owner = createUuid();
  const isHeldByOther = () => {
    const [holder, until] = (store.get(key) ?? "").split(" ");
    return holder !== owner && Number(until) > now();
  };
  return async (task) => {
    for (let retry = 0; isHeldByOther(); retry += 1) {
      if (retry === QUEUE_LOCK_RETRIES) return false;
      await new Promise((resolve) => setTimeout(resolve, QUEUE_LOCK_WAIT));
    }
    store.set(key, `${owner} ${now() + LEASE}`);
    try {
      await task();
    } finally {
      store.remove(key);
    }
    return true;
  };
}
