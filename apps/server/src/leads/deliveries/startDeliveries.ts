import {
  cutText,
  type LeadDestination,
  type Milliseconds,
  ONE_HOUR,
  ONE_MINUTE,
  type Timestamp,
} from "@marquee/contract";
import type { Logger } from "pino";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { backoffDelay } from "../../time/backoff.ts";
import type { AttemptResult, LeadSender } from "./delivery.types.ts";
import { claimDue, type DeliveryRow, nextDue, settleDelivery } from "./deliveryStore.ts";

/** How long a claimed delivery is reserved. Longer than an attempt can take. */
const LEASE: Milliseconds = ONE_MINUTE;

/** Maximum attempts for one delivery; the last is due at most about 8.5 hours after the first. */
export const MAX_ATTEMPTS = 10;
export const RETRY_DELAYS = { base: ONE_MINUTE, longest: 12 * ONE_HOUR };

/** Maximum pause between checks, because another instance may have added deliveries. */
const MAX_REST: Milliseconds = ONE_MINUTE;

/** Longest stored error, in characters. */
const MAX_ERROR_LENGTH = 500;

/*
 * The states of a delivery. An attempt is repeated if its instance stops or dies before the result is stored, so receivers can get a
 * lead twice; both times it has the same delivery ID.
 *
 *              claimed, sent ── accepted ──▶ delivered
 *   pending ──▶      │
 *    ▲   ▲           ├── tenth failure, or final ──▶ failed
 *    │   └─ later ───┘                                  │
 *    └───────────────────── sent again ─────────────────┘
 */
export interface Deliveries {
  /** Destinations of a new lead. */
  connected(): LeadDestination[];
  /** Signals that there may be something to deliver. Returns immediately. */
  wake(): void;
  /** Aborts the current attempts; they are repeated after the next start. */
  stop(): Promise<void>;
}

interface DeliveriesOptions {
  db: RecordsDatabase;
  senders: readonly LeadSender[];
  now: () => Timestamp;
  log: Logger;
}

/** Delivers leads to each destination on its own, so that one that hangs does not delay the others. */
export function startDeliveries({ senders, ...options }: DeliveriesOptions): Deliveries {
  const workers = senders.map((sender) => startWorker(sender, options));
  return {
    connected: () => senders.filter((sender) => sender.isConnected()).map(({ destination }) => destination),
    wake() {
      for (const worker of workers) worker.wake();
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

/** Delivers one lead after the other, the longest due first, including those from earlier starts. */
function startWorker(sender: LeadSender, { db, now, log }: Omit<DeliveriesOptions, "senders">) {
  const { destination } = sender;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWoken = false;

  const claim = () => claimDue(db, destination, { now: now(), lease: LEASE });

  const deliverAllDue = async () => {
    do {
      isWoken = false;
      for (let claimed = await claim(); claimed; claimed = await claim()) {
        const result = await sender.send(claimed.lead, { now: now(), signal: stopping.signal });
        if (stopping.signal.aborted && result.outcome === "failed") return;
        await settleDelivery(db, {
          leadId: claimed.lead.id,
          destination,
          ...settled(claimed, result, now()),
        });
        if (result.outcome === "failed")
          log.warn(
            { lead: claimed.lead.id, destination, problem: result.error },
            "A lead was not delivered.",
          );
        if (stopping.signal.aborted) return;
      }
    } while (isWoken && !stopping.signal.aborted);
  };

  const rest = async () => {
    if (stopping.signal.aborted) return;
    const due = await nextDue(db, destination).catch(() => null);
    const wait = due === null ? MAX_REST : Math.min(Math.max(due - now(), 0), MAX_REST);
    timer = setTimeout(wake, wait).unref();
  };

  const wake = () => {
    isWoken = true;
    if (running || stopping.signal.aborted) return;
    clearTimeout(timer);
    running = deliverAllDue()
      .then(rest, (error: unknown) => {
        log.error({ err: error }, "Failed to read deliveries from the record store.");
        timer = setTimeout(wake, MAX_REST).unref();
      })
      .finally(() => {
        running = null;
      });
  };

  wake();
  return {
    wake,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    },
  };
}

type Settled = Pick<DeliveryRow, "state" | "nextAt" | "error"> & { attemptedAt: Date };

/** What a delivery becomes after an attempt. */
export function settled({ attempts }: { attempts: number }, result: AttemptResult, now: Timestamp): Settled {
  const attemptedAt = new Date(now);
  if (result.outcome === "delivered") return { state: "delivered", nextAt: null, error: null, attemptedAt };
  const error = cutText(result.error, MAX_ERROR_LENGTH);
  if (result.isFinal || attempts >= MAX_ATTEMPTS)
    return { state: "failed", nextAt: null, error, attemptedAt };
  const asked = Math.min(result.retryAfter ?? 0, RETRY_DELAYS.longest);
  const nextAt = new Date(now + Math.max(backoffDelay(attempts, RETRY_DELAYS), asked));
  return { state: "pending", nextAt, error, attemptedAt };
}
