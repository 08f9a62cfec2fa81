import {
  cutText,
  type LeadDestination,
  type Milliseconds,
  ONE_HOUR,
  ONE_MINUTE,
  type Timestamp,
} from "@marquee/contract";
import type { Logger } from "pino";
import { startJob } from "../../../platform/jobs/startJob.ts";
import { deliveryAttempts } from "../../../platform/observed.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { backoffDelay } from "../../../platform/time/backoff.ts";
import type { AttemptResult, LeadSender } from "./delivery.types.ts";
import { claimDue, type DeliveryRow, nextDue, settleDelivery } from "./deliveryStore.ts";

/** How long a claim lasts. Longer than an attempt can take. */
const LEASE: Milliseconds = ONE_MINUTE;

/** Maximum attempts for one delivery; the last is due at most about 8.5 hours after the first. */
export const MAX_ATTEMPTS = 10;
export const RETRY_DELAYS = { base: ONE_MINUTE, longest: 12 * ONE_HOUR };

/** Maximum pause between checks, because another instance may have added deliveries. */
const MAX_REST: Milliseconds = ONE_MINUTE;

/** The result of an attempt, by the state of its delivery afterward. */
const RESULTS = { delivered: "delivered", pending: "failed", failed: "given_up" } as const;

/** Maximum length of a stored error. */
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

/** Delivers leads to each destination independently, so that a hanging one does not delay the others. */
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

/** Delivers one lead after the other, the longest overdue first, including those from earlier starts. */
function startWorker(sender: LeadSender, { db, now, log }: Omit<DeliveriesOptions, "senders">) {
  const { destination } = sender;
  const claim = () => claimDue(db, destination, { now: now(), lease: LEASE });

  const deliverAllDue = async (signal: AbortSignal) => {
    for (let claimed = await claim(); claimed; claimed = await claim()) {
      const result = await sender.send(claimed.lead, { now: now(), signal });
      if (signal.aborted && result.outcome === "failed") return;
      const outcome = settled(claimed, result, now());
      await settleDelivery(db, { leadId: claimed.lead.id, destination, ...outcome });
      deliveryAttempts.tell({ destination, result: RESULTS[outcome.state] });
      if (result.outcome === "failed")
        log.warn({ lead: claimed.lead.id, destination, problem: result.error }, "A lead was not delivered.");
      if (signal.aborted) return;
    }
  };

  return startJob({
    name: `deliver-${destination}`,
    interval: MAX_REST,
    async run({ signal, nextIn }) {
      await deliverAllDue(signal);
      const due = signal.aborted ? null : await nextDue(db, destination);
      if (due !== null) nextIn(Math.min(Math.max(due - now(), 0), MAX_REST));
    },
    failure: "Failed to read deliveries from the record store.",
    log,
  });
}

type Settled = Pick<DeliveryRow, "state" | "nextAt" | "error"> & { attemptedAt: Date };

/** The state of a delivery after an attempt. */
export function settled({ attempts }: { attempts: number }, result: AttemptResult, now: Timestamp): Settled {
  const attemptedAt = new Date(now);
  if (result.outcome === "delivered") return { state: "delivered", nextAt: null, error: null, attemptedAt };
  const error = cutText(result.error, MAX_ERROR_LENGTH);
  if (result.isFinal || attempts >= MAX_ATTEMPTS)
    return { state: "failed", nextAt: null, error, attemptedAt };
  const requestedDelay = Math.min(result.retryAfter ?? 0, RETRY_DELAYS.longest);
  const nextAt = new Date(now + Math.max(backoffDelay(attempts, RETRY_DELAYS), requestedDelay));
  return { state: "pending", nextAt, error, attemptedAt };
}
