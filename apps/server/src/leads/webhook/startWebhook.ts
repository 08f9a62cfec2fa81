import { type Milliseconds, ONE_HOUR, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import { and, eq, inArray, lte, min, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { leads } from "../../storage/records/schema.ts";
import { backoffDelay } from "../../time/backoff.ts";
import type { LeadRow } from "../leadStore.ts";
import { deliver, type WebhookTarget } from "./deliver.ts";

/** How long a claimed delivery is reserved; if its server dies, another attempt follows. */
const LEASE: Milliseconds = ONE_MINUTE;

/** Maximum attempts for one delivery; the last is due at most about 8.5 hours after the first. */
export const MAX_ATTEMPTS = 10;
export const RETRY_DELAYS = { base: ONE_MINUTE, longest: 12 * ONE_HOUR };

/*
 * The webhook states of a lead, as stored in its row:
 *
 *   none       no webhook is configured, or the lead looks like spam
 *
 *              claimed, posted ── 2xx ──▶ delivered
 *   pending ──▶      │
 *      ▲             ├── tenth failure ──▶ failed
 *      └─ later ─────┘
 */
export interface Webhook {
  /** Signals that there may be something to deliver. Returns immediately. */
  wake(): void;
  /** Aborts the current delivery; it is retried after the next start. */
  stop(): Promise<void>;
}

interface WebhookOptions {
  db: RecordsDatabase;
  target: WebhookTarget;
  now: () => Timestamp;
  log: Logger;
}

/** Maximum pause between checks, because another server may have added deliveries. */
const MAX_REST: Milliseconds = ONE_MINUTE;

/** Delivers pending leads one after the other, the longest due first, including those from earlier starts. */
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

/**
 * Claims the delivery that has been due longest and counts the attempt; other servers skip it meanwhile. Null if
 * none is due.
 */
async function claimDue(db: RecordsDatabase, now: Timestamp): Promise<LeadRow | null> {
  const due = db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.webhookState, "pending"), lte(leads.webhookNextAt, new Date(now))))
    .orderBy(leads.webhookNextAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await db
    .update(leads)
    .set({ webhookAttempts: sql`${leads.webhookAttempts} + 1`, webhookNextAt: new Date(now + LEASE) })
    .where(inArray(leads.id, due))
    .returning();
  return row ?? null;
}

/** Stores the result of an attempt. */
async function settle(
  db: RecordsDatabase,
  id: string,
  result: Pick<LeadRow, "webhookState" | "webhookNextAt" | "webhookError">,
): Promise<void> {
  await db.update(leads).set(result).where(eq(leads.id, id));
}

/** When the next delivery is due, or null when none is pending. */
async function nextDue(db: RecordsDatabase): Promise<Timestamp | null> {
  const pending = eq(leads.webhookState, "pending");
  const [row] = await db
    .select({ at: min(leads.webhookNextAt) })
    .from(leads)
    .where(pending);
  return row?.at?.getTime() ?? null;
}
