import { watch } from "node:fs";
import type { Logger } from "pino";

interface FollowOptions {
  contentDir: string;
  log: Logger;
  /** Reads pages and images anew. Never called twice at once. */
  read(): Promise<void>;
}

/** Editors write a file in several steps; the last one counts. */
const SETTLE = 80;
const FOLLOWED = /^(?:pages|images)(?:[/\\]|$)/;

/** Reads again when a page or an image has changed and come to rest. A failure is logged, and the next change tries again. @returns the cleanup. */
export function followContent({ contentDir, log, read }: FollowOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let reading = Promise.resolve();
  const readNext = () => {
    reading = reading.then(read).catch((error: unknown) => {
      log.error({ err: error }, "The pages of content could not be read.");
    });
  };
  const watcher = watch(contentDir, { recursive: true }, (_event, name) => {
    if (!name || !FOLLOWED.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(readNext, SETTLE);
  });
  watcher.on("error", (error) => log.error({ err: error }, "Changes of content are no longer noticed."));
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
