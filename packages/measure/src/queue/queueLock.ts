import type { LocalStore } from "../browser/localStore.ts";

/** Runs one task at a time over all tabs of the site. Resolves to false when the lock could not be had, the task then not run. */
export type Lock = (task: () => Promise<void>) => Promise<boolean>;

const QUEUE_LOCK_NAME = "marquee_queue_lock";

/**
 * `navigator.locks` where it exists; a lease in localStorage elsewhere (Safari before 15.4, insecure origins), whose code only
 * those load. Rejects when that code cannot be had.
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
