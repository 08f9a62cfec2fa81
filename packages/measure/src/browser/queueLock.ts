import { QUEUE_LOCK_RETRIES, QUEUE_LOCK_WAIT } from "@marquee/contract";
import { createUuid } from "../tools/createUuid.ts";
import type { LocalStore } from "./localStore.ts";

/** Runs one task at a time over all tabs of the site. Resolves to false when the lock could not be had, the task then not run. */
export type Lock = (task: () => Promise<void>) => Promise<boolean>;

const NAME = "marquee_queue_lock";
/** A tab that died with the makeshift lock holds it no longer than this, in milliseconds. */
const LEASE = 30_000;

/** `navigator.locks` where it exists; a lease in localStorage elsewhere (Safari before 15.4, insecure origins). */
export function createQueueLock(store: LocalStore): Lock {
  return "locks" in navigator ? lockByBrowser : createLeaseLock(store);
}

async function lockByBrowser(task: () => Promise<void>): Promise<boolean> {
  await navigator.locks.request(NAME, task);
  return true;
}

/** Waits 50 ms, at most three times (specification, section 9). */
export function createLeaseLock(store: LocalStore, now: () => number = Date.now): Lock {
  const owner = createUuid();
  const isHeldByOther = () => {
    const [holder, until] = (store.get(NAME) ?? "").split(" ");
    return holder !== owner && Number(until) > now();
  };
  return async (task) => {
    for (let retry = 0; isHeldByOther(); retry += 1) {
      if (retry === QUEUE_LOCK_RETRIES) return false;
      await new Promise((resolve) => setTimeout(resolve, QUEUE_LOCK_WAIT));
    }
    store.set(NAME, `${owner} ${now() + LEASE}`);
    try {
      await task();
    } finally {
      store.remove(NAME);
    }
    return true;
  };
}
