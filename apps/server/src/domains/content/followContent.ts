import type { Logger } from "pino";
import { ContentError } from "../../platform/errors/contentError.ts";
import { watchFolder } from "./watchFolder.ts";

interface FollowOptions<Value> {
  contentDir: string;
  /** Whether a file belongs to the values, by its path below the content folder. */
  isPart(path: string): boolean;
  /** Reads and validates the files. @throws {ContentError} */
  read(contentDir: string): Promise<Value>;
  log: Logger;
}

/** The current values of content files. */
export interface Followed<Value> {
  values(): Value;
  /** Calls `listener` after each change to different valid values. */
  onChange(listener: () => void): void;
  stop(): void;
}

/**
 * Reads values from content files and follows their changes. If later values are invalid, the error is logged and the last valid ones are
 * kept.
 * @throws {ContentError} if they are invalid at the start.
 */
export async function followContent<Value>(options: FollowOptions<Value>): Promise<Followed<Value>> {
  const { contentDir, isPart, read, log } = options;
  let values: Value | undefined;
  const listeners: (() => void)[] = [];
  const stop = await watchContent({
    contentDir,
    isPart,
    log,
    async read() {
      values = await read(contentDir);
      for (const listener of listeners) listener();
    },
  });
  // Set by the first read; if that fails, watching throws.
  return { values: () => values as Value, onChange: (listener) => listeners.push(listener), stop };
}

interface WatchOptions extends Pick<FollowOptions<unknown>, "contentDir" | "isPart" | "log"> {
  /** Called at the start, and once changes have settled. Calls never overlap. Errors of later calls are logged. */
  read(): Promise<void>;
}

/** Reads content, and again after each change. @returns a function that stops watching. @throws the error of the first read. */
export async function watchContent({ contentDir, isPart, log, read }: WatchOptions): Promise<() => void> {
  const onError = (error: unknown) => log.error({ err: error }, "Some content changes go unnoticed.");
  let reading = Promise.resolve();
  const readAgain = () => {
    reading = reading.then(read).catch((error: unknown) => {
      if (error instanceof ContentError) log.error(error.message);
      else log.error({ err: error }, "Failed to read changed content.");
    });
  };
  // Before the first read, so that no change is missed in between.
  const stop = await watchFolder(contentDir, { isPart, onChange: readAgain, onError });
  try {
    reading = read();
    await reading;
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}
