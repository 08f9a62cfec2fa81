import { type Milliseconds, ONE_HOUR, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { backoffDelay } from "../../time/backoff.ts";
import type { LeadRow } from "../leadStore.ts";
import { deliver, type WebhookTarget } from "./deliver.ts";
import { claimDue, nextDue, settle } from "./outbox.ts";

/** Attempts at one delivery; the tenth comes some eight hours after the first. */
export const MAX_ATTEMPTS = 10;
export const RETRY_DELAYS = { base: ONE_MINUTE, longest: 12 * ONE_HOUR };

/*
 * One lead's delivery, as its row says:
 *
 *   none       no webhook is configured, or the lead looks like spam
 *
 *              claimed, posted ── 2xx ──▶ delivered
 *   pending ──▶      │
 *      ▲             ├── tenth failure ──▶ failed
 *      └─ later ─────┘
 */
export interface Webhook {
  /** There may be something to deliver. Returns at once. */
  wake(): void;
  /** Breaks off what is under way; it is tried again after the next start. */
  stop(): Promise<void>;
}

interface WebhookOptions {
  db: RecordsDatabase;
  target: WebhookTarget;
  now: () => Timestamp;
  log: Logger;
}

/** Another server may have made deliveries due, so no rest is longer. */
const MAX_REST: Milliseconds = ONE_MINUTE;

/** Delivers pending leads, one after the other, those left by an earlier start first. */
export function startWebhook({ db, target, now, log }: WebhookOptions): Webhook {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWoken = false;

  const deliverAllDue = async () => {
    do {
      isWoken = false;
      for (let lead = await claimDue(db, now()); lead; lead = await claimDue(db, now())) {
        const problem = await deliver(lead, target, { now: now(), signal: stopping.signal });
        if (stopping.signal.aborted && problem !== null) return;
        await settle(db, lead.id, resultOf(lead, problem, now()));
        if (problem !== null) log.warn({ lead: lead.id, problem }, "A lead's webhook was not accepted.");
      }
    } while (isWoken && !stopping.signal.aborted);
  };

  const rest = async () => {
    if (stopping.signal.aborted) return;
    const due = await nextDue(db).catch(() => null);
    const wait = due === null ? MAX_REST : Math.min(Math.max(due - now(), 0), MAX_REST);
    timer = setTimeout(wake, wait).unref();
  };

  const wake = () => {
    isWoken = true;
    if (running || stopping.signal.aborted) return;
    clearTimeout(timer);
    running = deliverAllDue()
      .catch((error: unknown) => log.error({ err: error }, "Failed to read webhooks from the record store."))
      .then(rest)
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

type Result = Pick<LeadRow, "webhookState" | "webhookNextAt" | "webhookError">;

function resultOf({ webhookAttempts }: LeadRow, problem: string | null, now: Timestamp): Result {
  if (problem === null) return { webhookState: "delivered", webhookNextAt: null, webhookError: null };
  if (webhookAttempts >= MAX_ATTEMPTS)
    return { webhookState: "failed", webhookNextAt: null, webhookError: problem };
  const nextAt = new Date(now + backoffDelay(webhookAttempts, RETRY_DELAYS));
  return { webhookState: "pending", webhookNextAt: nextAt, webhookError: problem };
}
