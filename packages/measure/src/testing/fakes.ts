import type { SegmentBatch, SegmentEvent } from "@marquee/contract";
import type { Cookies } from "../browser/cookies.ts";
import type { LocalStore } from "../browser/localStore.ts";
import type { SendBatch } from "../queue/sendBatch.ts";
import type { SendOutcome } from "../transport/retryStrategy.ts";

/** Cookies in a map; `writes` counts every set and remove. */
export function createFakeCookies(
  jar = new Map<string, string>(),
): Cookies & { jar: Map<string, string>; writes: number } {
  const cookies = {
    jar,
    writes: 0,
    get: (name: string) => jar.get(name) ?? null,
    text: () => [...jar].map((entry) => entry.join("=")).join("; "),
    set(name: string, value: string) {
      cookies.writes += 1;
      jar.set(name, value);
    },
    remove(name: string) {
      cookies.writes += 1;
      jar.delete(name);
    },
  };
  return cookies;
}

/** Storage in a map that several queues (tabs) can share. */
export function createFakeStore(
  entries = new Map<string, string>(),
): LocalStore & { entries: Map<string, string> } {
  return {
    entries,
    get: (key) => entries.get(key) ?? null,
    set: (key, value) => void entries.set(key, value),
    remove: (key) => void entries.delete(key),
    keys: (prefix) => [...entries.keys()].filter((key) => key.startsWith(prefix)),
  };
}

/** One lock for all queues that share it, like `navigator.locks` for all tabs. */
export function createFakeLock(): (task: () => Promise<void>) => Promise<boolean> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task, task);
    last = run.catch(() => undefined);
    return run.then(() => true);
  };
}

/** A server with scripted responses; `arrived` lists a message ID each time it arrives. */
export function createFakeServer(
  answer: (request: number) => { outcome: SendOutcome; hasArrived: boolean; delay?: number },
) {
  const arrived: string[] = [];
  const batches: SegmentBatch[] = [];
  const send: SendBatch = async (batch) => {
    const { outcome, hasArrived, delay = 0 } = answer(batches.push(batch));
    if (hasArrived) arrived.push(...batch.batch.map(({ messageId }) => messageId));
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    return outcome;
  };
  return { send, arrived, batches };
}

export function createTestEvent(messageId: string, padding = ""): SegmentEvent {
  return {
    type: "page",
    messageId,
    timestamp: "2026-01-01T00:00:00.000Z",
    anonymousId: "a",
    properties: { padding },
  };
}

export const DELIVERED: SendOutcome = { kind: "delivered", refused: [] };
export const FAILED: SendOutcome = {
  kind: "failed",
  reason: "status 503",
  retryAfter: null,
  isAnswered: true,
};

/** `localStorage` whose quota a test can exhaust: while `isFull`, values that need more space than before throw, as in browsers. */
export function createFakeStorage(): Storage & { isFull: boolean } {
  const read = (key: string): string | null => Object.getOwnPropertyDescriptor(storage, key)?.value ?? null;
  const methods = {
    isFull: { value: false, writable: true },
    getItem: { value: read },
    setItem: {
      value(key: string, text: string) {
        if (storage.isFull && text.length > (read(key)?.length ?? -1))
          throw new DOMException("full", "QuotaExceededError");
        Object.defineProperty(storage, key, { value: text, enumerable: true, configurable: true });
      },
    },
    removeItem: { value: (key: string) => void Reflect.deleteProperty(storage, key) },
    length: { get: () => Object.keys(storage).length },
  };
  const storage = Object.create({}, methods) as Storage & { isFull: boolean };
  return storage;
}
