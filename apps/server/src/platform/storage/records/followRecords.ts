import { isDeepStrictEqual } from "node:util";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import { isUnreachable } from "../../errors/isUnreachable.ts";
import type { Records } from "./records.ts";

interface FollowOptions<Value> {
  records: Pick<Records, "isOpen" | "opened" | "listen" | "announce" | "knownValues">;
  /** Channel that is notified of changes; also the name of the copy on disk. */
  channel: string;
  /** As in "the connections", for the log. */
  name: string;
  /** Reads the store. @param current the value so far, which it may return if nothing has changed. */
  read(current: Value): Promise<Value>;
  /** The default if the store can't be reached and this machine has no copy. */
  unknown: Value;
  /** Called after each change, and with the first value before {@link followRecords} resolves. */
  onChange?(value: Value): void;
  log: Logger;
}

/** A value of the record store, kept in sync with changes by any instance. */
export interface FollowedRecords<Value> {
  current(): Value;
  /** Reads it again. Reads run one after another, so an older result can't replace a newer one. */
  refresh(): Promise<void>;
  /** Notifies every instance of a change. This instance has the new value when the promise resolves. */
  announce(): Promise<void>;
  stop(): Promise<void>;
}

/** Detects changes whose notification was lost. */
const POLL_INTERVAL: Milliseconds = 15 * ONE_SECOND;

/**
 * Reads a value, and reads it again whenever an instance announces a change, and every 15 s. While the store can't be read, the last value stays in use, even
 * after a restart.
 * @throws if the store is available but can't be read at start.
 */
export async function followRecords<Value>(options: FollowOptions<Value>): Promise<FollowedRecords<Value>> {
  const { records, channel, name, read, unknown, onChange, log } = options;
  let value = unknown;
  let isFailing = false;
  let isStopped = false;
  let reading: Promise<void> = Promise.resolve();

  const use = (next: Value) => {
    // If it can't be applied, it is retried at the next read.
    onChange?.(next);
    value = next;
  };
  const load = async () => {
    const next = await read(value);
    isFailing = false;
    if (isDeepStrictEqual(next, value)) return;
    use(next);
    await records.knownValues?.write(channel, next);
  };
  const refresh = () => {
    reading = reading.catch(() => undefined).then(load);
    return reading;
  };
  const refreshOrKeep = () =>
    refresh().catch((error: unknown) => {
      // Polling retries failures.
      if (!isStopped && !isFailing)
        log.error({ err: error }, `Failed to read ${name}; keeping the previous ones.`);
      isFailing = true;
    });

  const useKnown = async () => {
    const storedValue = (await records.knownValues?.read(channel)) as Value | undefined;
    try {
      use(storedValue ?? unknown);
    } catch (error) {
      log.warn({ err: error }, `The copy of ${name} can't be used; starting without it.`);
      use(unknown);
    }
  };
  const first = records.isOpen() ? await readUnlessAway(() => read(unknown)) : null;
  if (first) {
    use(first.result);
    await records.knownValues?.write(channel, value);
  } else {
    await useKnown();
    void records.opened.then(refreshOrKeep, () => undefined);
  }
  const stopListening = await records.listen(channel, refreshOrKeep);
  const timer = setInterval(refreshOrKeep, POLL_INTERVAL).unref();
  return {
    current: () => value,
    refresh,
    async announce() {
      await records.announce(channel);
      await refresh();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await stopListening();
    },
  };
}

/** @returns null if the store has become unavailable since it was opened. */
async function readUnlessAway<Result>(read: () => Promise<Result>): Promise<{ result: Result } | null> {
  try {
    return { result: await read() };
  } catch (error) {
    if (isUnreachable(error)) return null;
    throw error;
  }
}
