import type { CallerLocation, ConsentReceipt, SegmentEvent } from "@marquee/contract";
import { listen } from "../browser/listen.ts";
import type { LocalStore } from "../browser/localStore.ts";
import type { Consent } from "../consent/consent.ts";
import type { ConsentDialog } from "../consent/consentDialog.ts";
import { RECEIPTS_KEY, storeReceipts, waitingReceipts } from "../consent/storedReceipts.ts";
import { captureEarlyEvents, type EarlyEvent } from "../interactions/earlyEvents.ts";
import type { Interactions, InteractionsOptions } from "../interactions/startInteractions.ts";
import type { QueueMetrics } from "../queue/queueMetrics.ts";
import { createLazy } from "../transport/createLazy.ts";

/** Stores each decision that grants or withdraws consent until the server has received it. */
export interface Receipts {
  add(receipt: ConsentReceipt): void;
  /** Sends what is waiting, now. */
  flush(): void;
  stop(): void;
}

export interface LazyInteractions {
  /** Fetches the code, the first time, and starts it with what happened meanwhile; unless {@link stop} is called before it arrives. */
  start(): void;
  pageShown(): void;
  /** Shows it an event before it is sent; see {@link Interactions.see}. */
  see(event: SegmentEvent): void;
  /** See {@link Interactions.locate}. Null before {@link start}. */
  location(): Promise<CallerLocation | null>;
  stop(): void;
  /** After {@link stop}: deletes the recordings that this browser still stores, from any page. */
  erase(): void;
}

const DIALOG_OPENER = "[data-consent-open]";

/** The consent dialog. Visitors who have decided load its code only to look at their decision again. */
export function startLazyConsentDialog(consent: Consent): ConsentDialog {
  const dialog = createLazy(
    () => import("../consent/consentDialog.ts"),
    ({ startConsentDialog }) => startConsentDialog(consent),
  );
  const open = () => dialog.use((dialog) => dialog.open());
  const stopClicks = listen(document, "click", ({ target }) => {
    if (target instanceof Element && target.closest(DIALOG_OPENER)) open();
  });
  if (consent.isOpen()) dialog.use(() => undefined);
  return {
    open,
    stop() {
      stopClicks();
      dialog.ifUsed((dialog) => dialog.stop());
    },
  };
}

/** Interactions. Visitors who are not measured never load their code. */
export function createLazyInteractions(options: Omit<InteractionsOptions, "early">): LazyInteractions {
  const code = createLazy(
    () => import("../interactions/startInteractions.ts"),
    (code) => code,
  );
  let running: Interactions | undefined;
  /** Set from {@link LazyInteractions.start} until the code is here. */
  let release: (() => EarlyEvent[]) | undefined;
  const takeHeld = () => {
    const early = release?.();
    release = undefined;
    return early;
  };

  return {
    start() {
      release = captureEarlyEvents();
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

/** {@link QueueMetrics}, loaded with the first status, which only visitors who are measured have. */
export function createLazyMetrics(endpoint: string): QueueMetrics {
  const metrics = createLazy(
    () => import("../queue/queueMetrics.ts"),
    ({ startQueueMetrics }) => startQueueMetrics(endpoint),
  );
  return {
    count: (status) => metrics.use((metrics) => metrics.count(status)),
    stop: () => metrics.ifUsed((metrics) => metrics.stop()),
  };
}

/** Receipts. Their delivery is loaded once there is something to deliver. */
export function createLazyReceipts(store: LocalStore, endpoint: string): Receipts {
  const delivery = createLazy(
    () => import("../consent/deliverReceipts.ts"),
    ({ startReceiptDelivery }) => startReceiptDelivery(store, endpoint),
  );
  const flush = () => {
    if (store.get(RECEIPTS_KEY)) delivery.use((delivery) => delivery.flush());
  };
  return {
    add(receipt) {
      // Stored first: a withdrawal whose request fails must not be forgotten.
      storeReceipts(store, [...waitingReceipts(store), receipt]);
      flush();
    },
    flush,
    stop: () => delivery.ifUsed((delivery) => delivery.stop()),
  };
}
