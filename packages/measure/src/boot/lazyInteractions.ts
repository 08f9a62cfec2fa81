import type { CallerLocation, SegmentEvent } from "@marquee/contract";
import type { Interactions, InteractionsOptions } from "../interactions/startInteractions.ts";
import { reportFailure } from "../tools/monitor.ts";

export interface LazyInteractions {
  /** Fetches the code, the first time, and starts it; unless {@link stop} comes before it is here. */
  start(): void;
  pageShown(): void;
  /** Shows it an event before it is sent; see {@link Interactions.see}. */
  see(event: SegmentEvent): void;
  /** See {@link Interactions.locate}. Null before {@link start}. */
  location(): Promise<CallerLocation | null>;
  stop(): void;
}

/** Interactions without their weight: visitors who are not measured never load them. */
export function createLazyInteractions(options: Omit<InteractionsOptions, "elapsed">): LazyInteractions {
  let isWanted = false;
  let running: Interactions | null = null;

  const load = async () => {
    const { startInteractions } = await import("../interactions/startInteractions.ts");
    if (isWanted) running ??= startInteractions({ ...options, elapsed: performance.now() });
    return running;
  };
  return {
    start() {
      isWanted = true;
      load().catch(reportFailure);
    },
    pageShown: () => running?.pageShown(),
    see: (event) => running?.see(event),
    location: async () => (isWanted && (await load().catch(reportFailure))?.locate()) || null,
    stop() {
      isWanted = false;
      running?.stop();
      running = null;
    },
  };
}
