import { ONE_MINUTE } from "@marquee/contract";
import QuickLRU from "quick-lru";

/** Reduces repeated lines to one a minute. */
export interface Repeats {
  /**
   * Whether to write a line now: the first one with its key. Later ones within a minute are counted.
   * @param write called with the number of lines since the last one, when the minute ends, the process exits, or there are too many keys.
   */
  isFirst(key: string, write: (repeated: number) => void): boolean;
}

interface Counted {
  repeated: number;
  /** Of the latest line. */
  write: (repeated: number) => void;
  timer: NodeJS.Timeout;
}

const MAX_KEYS = 200;

/** Counted lines not written yet, of all loggers of this process. */
const waiting = new Set<Counted>();

/** Writes all counts. For processes whose log only works while they run; otherwise, the exit does this. */
export function writeRepeats(): void {
  for (const counted of waiting) settle(counted);
}

function wait(counted: Counted): void {
  if (waiting.size === 0) process.once("exit", writeRepeats);
  waiting.add(counted);
}

function settle(counted: Counted): void {
  waiting.delete(counted);
  if (waiting.size === 0) process.off("exit", writeRepeats);
  const { repeated, write } = counted;
  counted.repeated = 0;
  if (repeated > 0) write(repeated);
}

export function createRepeats(): Repeats {
  const lines = new QuickLRU<string, Counted>({
    maxSize: MAX_KEYS,
    onEviction(_key, counted) {
      clearTimeout(counted.timer);
      settle(counted);
    },
  });
  /** Ends a minute. A minute with repeats is followed by another, which starts with their count. */
  const endMinute = (key: string) => {
    const counted = lines.get(key);
    if (!counted) return;
    if (counted.repeated === 0) return void lines.delete(key);
    settle(counted);
    counted.timer = startMinute(key);
  };
  const startMinute = (key: string) => setTimeout(() => endMinute(key), ONE_MINUTE).unref();
  return {
    isFirst(key, write) {
      const counted = lines.get(key);
      if (!counted) {
        lines.set(key, { repeated: 0, write, timer: startMinute(key) });
        return true;
      }
      counted.repeated += 1;
      counted.write = write;
      wait(counted);
      return false;
    },
  };
}
