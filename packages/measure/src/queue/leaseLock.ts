import { QUEUE_LOCK_RETRIES, QUEUE_LOCK_WAIT } from "@marquee/contract";
import { createUuid } from "../browser/createUuid.ts";
import type { LocalStore } from "../browser/localStore.ts";
import { type Lock, QUEUE_LOCK_NAME } from "./queueLock.ts";

/** A tab that died with the makeshift lock holds it no longer than this, in milliseconds. */
const LEASE = 30_000;

/** A lock for browsers that have none. Waits 50 ms, at most three times (specification, section 9). */
export function createLeaseLock(store: LocalStore, now: () => number = Date.now): Lock {
  const owner = createUuid();
  const isHeldByOther = () => {
    const [holder, until] = (store.get(QUEUE_LOCK_NAME) ?? "").split(" ");
    return holder !== owner && Number(until) > now();
  };
  return async (task) => {
    for (let retry = 0; isHeldByOther(); retry += 1) {
      if (retry === QUEUE_LOCK_RETRIES) return false;
      await new Promise((resolve) => setTimeout(resolve, QUEUE_LOCK_WAIT));
    }
    store.set(QUEUE_LOCK_NAME, `${owner} ${now() + LEASE}`);
    try {
      await task();
    } finally {
      store.remove(QUEUE_LOCK_NAME);
    }
    return true;
  };
}
