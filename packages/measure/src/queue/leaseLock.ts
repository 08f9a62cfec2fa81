import { createUuid } from "../browser/createUuid.ts";
import type { LocalStore } from "../browser/localStore.ts";

/** Wait in milliseconds and number of retries (specification, section 9). */
const QUEUE_LOCK_WAIT = 50;
const QUEUE_LOCK_RETRIES = 3;

/** Lease of the lock in milliseconds: a tab that closes without releasing it blocks others no longer than this. */
const LEASE = 30_000;

/**
 * A lock for browsers without `navigator.locks`. Waits 50 ms, at most three times (specification, section 9).
 * @param key storage key of the lease.
 * @returns a `Lock` (queueLock.ts), which rejects if the task rejects.
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
