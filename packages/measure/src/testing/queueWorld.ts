import { createLocalStore, type LocalStore } from "../browser/localStore.ts";
import { createQueue, type Queue, type QueueStatus } from "../queue/queue.ts";
import type { Lock } from "../queue/queueLock.ts";
import { createQueueStore } from "../queue/queueStore.ts";
import { createFakeStorage } from "./fakes.ts";
import { createFaultyServer } from "./faultyServer.ts";

interface Tab {
  queue: Queue;
  store: LocalStore;
  hasEnded: boolean;
  /** Releases the tab's lock, as the browser does for a closed document. */
  end(): void;
}

/** A browser whose tabs share one storage and a faulty server. Requires fake timers. */
export function createQueueWorld({ hasStorage = true } = {}) {
  const storage = createFakeStorage();
  const statuses: QueueStatus[] = [];
  const world = { isOnline: true };
  const server = createFaultyServer(() => world.isOnline);
  const tabs: Tab[] = [];
  const goneWithMemory = new Set<string>();
  let lockedUntil: Promise<unknown> = Promise.resolve();
  let opened = 0;

  function lockOf(tab: () => Tab, ended: Promise<void>): Lock {
    return (task) => {
      const run = lockedUntil.then(() => (tab().hasEnded ? undefined : Promise.race([task(), ended])));
      lockedUntil = run.catch(() => undefined);
      return run.then(() => (tab().hasEnded ? new Promise(() => {}) : true));
    };
  }

  function open(place: number): void {
    opened += 1;
    const store = createLocalStore(() => {
      if (!hasStorage) throw new Error("SecurityError");
      return storage;
    });
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const queue = createQueue({
      store: createQueueStore({ store, tabId: `tab ${opened}`, now: Date.now }),
      lock: lockOf(() => tab, ended),
      send: server.connect(() => tab.hasEnded),
      writeKey: "local",
      now: Date.now,
      random: () => 0.5,
      isOnline: () => world.isOnline,
      onStatus: (status) => statuses.push(status),
    });
    const tab: Tab = { queue, store, hasEnded: false, end };
    tabs[place] = tab;
    queue.flush();
  }

  /** Ends a document without any event. Events that only its memory held are lost. */
  function kill(place: number): void {
    const tab = tabs[place];
    if (!tab) return;
    tab.hasEnded = true;
    tab.queue.stop();
    tab.end();
    const storedKeys = new Set(hasStorage ? Object.keys(storage) : []);
    for (const key of tab.store.keys("marquee_queue:"))
      if (!storedKeys.has(key)) goneWithMemory.add(idOf(key));
  }

  const idsTold = (kind: QueueStatus["kind"]) =>
    statuses.filter((status) => status.kind === kind).flatMap(({ messageIds }) => messageIds);

  return { world, storage, server, tabs, open, kill, statuses, idsTold, goneWithMemory };
}

function idOf(key: string): string {
  return key.split(".").slice(3).join(".");
}
