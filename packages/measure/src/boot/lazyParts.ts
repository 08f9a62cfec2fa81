import type { CallerLocation, ConsentReceipt, SegmentEvent } from "@marquee/contract";
import { listen } from "../browser/listen.ts";
import type { LocalStore } from "../browser/localStore.ts";
import type { Consent } from "../consent/consent.ts";
import type { ConsentDialog } from "../consent/consentDialog.ts";
import { RECEIPTS_KEY, storeReceipts, waitingReceipts } from "../consent/storedReceipts.ts";
import type { Interactions, InteractionsCode, InteractionsOptions } from "../interactions/trackPage.ts";
import type { QueueMetrics } from "../queue/queueMetrics.ts";
import { createLazy } from "../transport/createLazy.ts";

/** Keeps each consent receipt in storage until the server has received it. */
export interface Receipts {
  add(receipt: ConsentReceipt): void;
  /** Sends waiting receipts immediately. */
  flush(): void;
  stop(): void;
}

export interface LazyInteractions {
  /** Loads the code once and starts it; does not start if {@link stop} is called first. */
  start(): void;
  pageShown(): void;
  /** Receives each event before it is queued; see {@link Interactions.see}. */
  see(event: SegmentEvent): void;
  /** See {@link Interactions.locate}. Null before {@link start}. */
  location(): Promise<CallerLocation | null>;
  stop(): void;
  /** Call after {@link stop}. Deletes the recordings of every page that this browser still stores. */
  erase(): void;
}

const DIALOG_OPENER = "[data-consent-open]";

/**
 * The consent dialog. Its code loads immediately if the visitor must still decide, otherwise only when they
 * open it.
 * @param build adds a dialog to the page. Without it, the dialog is in the page's markup.
 */
export function startLazyConsentDialog(
  consent: Consent,
  build?: () => Promise<HTMLElement | null>,
): ConsentDialog {
  const dialog = createLazy(
    () => import("../consent/consentDialog.ts"),
    async ({ startConsentDialog }) => startConsentDialog(consent, await build?.()),
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

/** Interactions, lazily loaded. {@link LazyInteractions.start} and {@link LazyInteractions.erase} load the code. */
export function createLazyInteractions(
  load: () => Promise<InteractionsCode>,
  options: InteractionsOptions,
): LazyInteractions {
  const code = createLazy(load, (code) => code);
  let running: Interactions | undefined;
  let isWanted = false;

  return {
    start() {
      isWanted = true;
      code.use(({ startInteractions }) => {
        if (isWanted) running ??= startInteractions(options);
      });
    },
    pageShown: () => running?.pageShown(),
    see: (event) => running?.see(event),
    async location() {
      if (isWanted) await code.get().catch(() => null);
      return running?.locate() ?? null;
    },
    stop() {
      isWanted = false;
      running?.stop();
      running = undefined;
    },
    erase: () => code.use(({ erase }) => erase(options)),
  };
}

/** {@link QueueMetrics}, loaded with the first status. Only measured visitors have one. */
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

/** Receipts. The delivery code loads only when a receipt is waiting. */
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
      // Store first: a withdrawal must not be lost if its request fails.
      storeReceipts(store, [...waitingReceipts(store), receipt]);
      flush();
    },
    flush,
    stop: () => delivery.ifUsed((delivery) => delivery.stop()),
  };
}
