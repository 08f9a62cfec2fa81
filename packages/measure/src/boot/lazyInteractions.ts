import type { CallerLocation, SegmentEvent } from "@marquee/contract";
import { type Early, holdEarly } from "../interactions/earlyEvents.ts";
import type { Interactions, InteractionsOptions } from "../interactions/startInteractions.ts";
import { createLazy } from "../transport/createLazy.ts";

export interface LazyInteractions {
  /** Fetches the code, the first time, and starts it with what happened meanwhile; unless {@link stop} comes before it is here. */
  start(): void;
  pageShown(): void;
  /** Shows it an event before it is sent; see {@link Interactions.see}. */
  see(event: SegmentEvent): void;
  /** See {@link Interactions.locate}. Null before {@link start}. */
  location(): Promise<CallerLocation | null>;
  stop(): void;
  /** After {@link stop}: deletes what this browser keeps of recordings, by whatever page. */
  erase(): void;
}

/** Interactions without their weight: visitors who are not measured never load them. */
export function createLazyInteractions(options: Omit<InteractionsOptions, "early">): LazyInteractions {
  const code = createLazy(
    () => import("../interactions/startInteractions.ts"),
    (code) => code,
  );
  let running: Interactions | undefined;
  /** There from {@link LazyInteractions.start} until the code is. */
  let release: (() => Early[]) | undefined;
  const takeHeld = () => {
    const early = release?.();
    release = undefined;
    return early;
  };

  return {
    start() {
      release = holdEarly();
      code.use(({ startInteractions }) => {
        const early = takeHeld();
        if (early) running = startInteractions({ ...options, early });
      });
    },
    pageShown: () => running?.pageShown(),
    see: (event) => running?.see(event),
    async location() {
      if (release) await code.get().catch(() => null);
      return running?.locate() ?? null;
    },
    stop() {
      takeHeld();
      running?.stop();
      running = undefined;
    },
    erase: () => code.use(({ erase }) => erase(options)),
  };
}
