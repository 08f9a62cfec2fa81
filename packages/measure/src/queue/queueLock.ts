import type { LocalStore } from "../browser/localStore.ts";

/** Runs one task at a time across all tabs of the site. Resolves to false, without running the task, if the lock is unavailable. */
export type Lock = (task: () => Promise<void>) => Promise<boolean>;

const QUEUE_LOCK_NAME = "marquee_queue_lock";

/**
 * A lock from `navigator.locks`, or a lease in localStorage for browsers without it (Safari before 15.4, insecure origins). Only those load the lease's
 * code; the lock rejects if that code fails to load. Waits for the browser's lock without a limit: tabs get it in turn, and a closing tab releases it.
 */
export function createQueueLock(store: LocalStore): Lock {
  let lease: Lock | undefined;
  return async (task) => {
    if ("locks" in navigator) {
      await navigator.locks.request(QUEUE_LOCK_NAME, task);
      return true;
    }
    const { createLeaseLock } = await import("./leaseLock.ts");
    lease ??= createLeaseLock(store, QUEUE_LOCK_NAME);
    return lease(task);
  };
}
