import { watch } from "node:fs";
import type { Logger } from "pino";

interface FollowedFile<Value> {
  contentDir: string;
  /** Name below the content folder. */
  name: string;
  /** Reads and checks the file. @throws {ContentError} */
  read(contentDir: string): Promise<Value>;
  log: Logger;
}

/** A content file as it is now. */
export interface Followed<Value> {
  values(): Value;
  /** Calls back after the file has changed for another right one. */
  onChange(listener: () => void): void;
  stop(): void;
}

/** Editors write a file in several steps; the last one counts. */
const SETTLE = 50;

/** Reads a content file and follows its changes. A later mistake in it is logged, and what was last right stays. @throws {ContentError} */
export async function followJsonFile<Value>(file: FollowedFile<Value>): Promise<Followed<Value>> {
  const { contentDir, name, read, log } = file;
  let values = await read(contentDir);
  const listeners: (() => void)[] = [];
  const reload = async () => {
    try {
      values = await read(contentDir);
      for (const listener of listeners) listener();
    } catch (error) {
      log.error(error instanceof Error ? error.message : String(error));
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(contentDir, (_event, changed) => {
    if (changed !== name) return;
    clearTimeout(timer);
    timer = setTimeout(reload, SETTLE);
  });
  return {
    values: () => values,
    onChange: (listener) => listeners.push(listener),
    stop() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
