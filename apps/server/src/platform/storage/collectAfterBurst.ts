import { type Milliseconds, ONE_SECOND } from "@marquee/contract";

/** More than this within {@link LOOK_INTERVAL} is a burst. */
const BURST_BYTES = 4 * 1024 ** 2;
const LOOK_INTERVAL: Milliseconds = 10 * ONE_SECOND;

interface CollectOptions {
  /** Collects garbage. By default V8's own function, which exists with the flag `--expose-gc`. */
  collect?: (() => void) | undefined;
  interval?: Milliseconds;
}

/**
 * Returns memory to the system after a burst. V8 does that only while a process is busy.
 * @returns a function to call with the number of bytes just handled.
 */
export function collectAfterBurst({
  collect = () => globalThis.gc?.(),
  interval = LOOK_INTERVAL,
}: CollectOptions = {}): (bytes: number) => void {
  let handled = 0;
  let isAfterBurst = false;
  const look = () => {
    if (handled > BURST_BYTES) isAfterBurst = true;
    else if (isAfterBurst) {
      isAfterBurst = false;
      // The second one also shrinks the young generation.
      for (let times = 0; times < 2; times += 1) collect();
    }
    handled = 0;
  };
  setInterval(look, interval).unref();
  return (bytes) => {
    handled += bytes;
  };
}
