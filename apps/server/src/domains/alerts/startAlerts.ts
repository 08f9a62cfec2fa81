import { type Milliseconds, ONE_HOUR, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import { type AlertKind, isCounted } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { publicReason } from "../../platform/errors/publicReason.ts";
import { startJob } from "../../platform/jobs/startJob.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { settled } from "../leads/deliveries/startDeliveries.ts";
import { claimDueAlert, settleCheck } from "./alarmStore.ts";
import type { AlertRow } from "./alertStore.ts";
import { claimAnnouncement, settleAnnouncement } from "./announcementStore.ts";
import type { Channels } from "./channels/createChannels.ts";
import { SETTLING } from "./checks/checkCounts.ts";
import type { Check } from "./checks/createChecks.ts";

/*
 * An alert, from check to notification. Every step is a row that one instance claims for a while, so that several instances do it once, and a restart
 * goes on where the last one stopped.
 *
 *   alert due ── claimed, checked ──▶ alarm open ── checks find nothing ──▶ resolved
 *                                         │ unless snoozed                     │ if it was announced
 *                                         ▼                                    ▼
 *                                  delivery "opened"                    delivery "resolved"      (one for each channel, retried like those of leads)
 */
export interface Alerts {
  /** Checks and sends what is due, now instead of within a minute. Returns immediately. */
  wake(): void;
  /** Waits for the current check; what is left follows after the next start. */
  stop(): Promise<void>;
}

export interface AlertsOptions {
  db: RecordsDatabase;
  checks: Record<AlertKind, Check>;
  channels: Channels;
  /** Sends the digests and reports that are due. */
  sendMails: (signal: AbortSignal) => Promise<void>;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
}

/** Longer than a check or an attempt can take. */
const LEASE: Milliseconds = 5 * ONE_MINUTE;
const REST: Milliseconds = ONE_MINUTE;
/** After a start, people's requests take precedence. */
const FIRST_REST: Milliseconds = ONE_MINUTE / 4;
/** Interval of checks whose data is available immediately. */
const SOON: Milliseconds = 5 * ONE_MINUTE;
const KNOWN_AT_ONCE: readonly AlertKind[] = ["delivery", "spool", "budget", "disk"];

/** Checks alerts, and announces and ends alarms, until it is stopped. */
export function startAlerts(options: AlertsOptions): Alerts {
  return startJob({
    name: "alerts",
    first: FIRST_REST,
    interval: REST,
    run: ({ signal }) => runAlerts(options, signal),
    failure: "Failed to check alerts; trying again in a minute.",
    log: options.log,
  });
}

/** Checks every alert that is due, then sends every notification, digest and report that is. */
export async function runAlerts(options: AlertsOptions, signal: AbortSignal): Promise<void> {
  const { db, now, sendMails } = options;
  for (;;) {
    const row = signal.aborted ? null : await claimDueAlert(db, { now: now(), lease: LEASE });
    if (!row) break;
    await checkOne(options, row);
  }
  for (;;) {
    const claimed = signal.aborted ? null : await claimAnnouncement(db, { now: now(), lease: LEASE });
    if (!claimed) break;
    const { channel, recipients } = claimed;
    const result = await options.channels.send(channel, claimed, { recipients, now: now(), signal });
    if (signal.aborted && result.outcome === "failed") return;
    await settleAnnouncement(db, claimed, settled(claimed, result, now()));
  }
  if (!signal.aborted) await sendMails(signal);
}

async function checkOne({ db, checks, now, log }: AlertsOptions, row: AlertRow): Promise<void> {
  const at = now();
  const { definition: alert, checkedThrough } = row;
  const through = checkedThrough?.getTime() ?? null;
  const nextAt = nextCheck(alert.kind, at);
  try {
    const { status, ...result } = await checks[alert.kind]({ alert, through, now: at });
    await settleCheck(db, { row, status: { ...status, checkedAt: at }, result, nextAt, now: at });
  } catch (error) {
    log.warn({ err: error, alert: row.id }, "Failed to check an alert.");
    const status = { checkedAt: at, state: "failed" as const, text: publicReason(error), readings: [] };
    await settleCheck(db, { row, status, result: null, nextAt: at + SOON, now: at });
  }
}

/** Counts of an hour are judged once the hour is over and its events have arrived. */
function nextCheck(kind: AlertKind, now: Timestamp): Timestamp {
  if (KNOWN_AT_ONCE.includes(kind)) return now + SOON;
  if (!isCounted(kind)) return now + ONE_HOUR;
  return (Math.floor((now - SETTLING) / ONE_HOUR) + 1) * ONE_HOUR + SETTLING + ONE_MINUTE;
}
