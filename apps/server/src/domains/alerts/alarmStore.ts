import type { Milliseconds, Timestamp } from "@marquee/contract";
import type { Alarm, AlarmDelivery, AlertStatus } from "@marquee/contract/schema";
import { and, asc, count, desc, eq, inArray, isNull, lt, lte, type SQL } from "drizzle-orm";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import type { AlertRow } from "./alertStore.ts";
import type { Step } from "./checks/check.types.ts";
import { alarmDeliveries, alarms, alerts } from "./tables.ts";

type Reader = Pick<RecordsDatabase, "select">;
type AlarmRow = typeof alarms.$inferSelect;

/** Claims the alert that has been due longest; other instances skip it until the lease ends. Null if none is due. */
export async function claimDueAlert(
  db: RecordsDatabase,
  { now, lease }: { now: Timestamp; lease: Milliseconds },
): Promise<AlertRow | null> {
  const due = db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(eq(alerts.isActive, true), lte(alerts.nextAt, new Date(now))))
    .orderBy(alerts.nextAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [claimed] = await db
    .update(alerts)
    .set({ nextAt: new Date(now + lease) })
    .where(inArray(alerts.id, due))
    .returning();
  return claimed ?? null;
}

/** The result of a check, to be stored. */
interface Settled {
  row: AlertRow;
  status: AlertStatus;
  /** Null if the check failed; then only the status changes. */
  result: { steps: readonly Step[]; quietSteps: number } | null;
  nextAt: Timestamp;
  now: Timestamp;
}

/**
 * Stores the result of a check: opens and ends alarms, and queues their notifications, atomically. Does nothing if the alert was changed meanwhile; it is
 * then due again. An alarm that began and ended between two checks is kept, but nobody is notified.
 */
export async function settleCheck(
  db: RecordsDatabase,
  { row, status, result, nextAt, now }: Settled,
): Promise<void> {
  await db.transaction(async (tx) => {
    const through = result?.steps.at(-1)?.at;
    const [current] = await tx
      .update(alerts)
      .set({
        status,
        nextAt: new Date(nextAt),
        ...(through !== undefined && { checkedThrough: new Date(through) }),
      })
      .where(and(eq(alerts.id, row.id), eq(alerts.revision, row.revision)))
      .returning();
    if (!current || !result) return;
    await applySteps(tx, row.id, result);
    const isSnoozed = current.snoozedUntil !== null && current.snoozedUntil.getTime() > now;
    await announce(tx, current, { isSnoozed, now });
  });
}

/** The first check of an alert has a step for each hour of six weeks, and most steps change nothing. */
async function applySteps(
  tx: Transaction,
  alertId: number,
  { steps, quietSteps }: NonNullable<Settled["result"]>,
) {
  let open: AlarmRow[] = await readOpen(tx, alertId);
  for (const { at, findings } of steps) {
    const subjects = new Set(findings.map(({ subject }) => subject));
    const openSubjects = new Set(open.map(({ subject }) => subject));
    const continued = await continueAlarms(tx, open, { subjects, at, quietSteps });
    const opened = findings.filter(({ subject, isUnsettled }) => !isUnsettled && !openSubjects.has(subject));
    open = opened.length === 0 ? continued : await openAlarms(tx, alertId, { opened, at });
  }
}

interface Continued {
  /** Subjects of the findings of a step. */
  subjects: ReadonlySet<string>;
  at: Timestamp;
  quietSteps: number;
}

/** Ends alarms whose subject was not found in enough steps. @returns those that are still open. */
async function continueAlarms(
  tx: Transaction,
  open: readonly AlarmRow[],
  { subjects, at, quietSteps }: Continued,
): Promise<AlarmRow[]> {
  const continued: AlarmRow[] = [];
  for (const alarm of open) {
    const isFound = subjects.has(alarm.subject);
    const quietChecks = isFound ? 0 : alarm.quietChecks + 1;
    const isOver = !isFound && quietChecks >= quietSteps;
    if (quietChecks !== alarm.quietChecks)
      await tx
        .update(alarms)
        .set({ quietChecks, ...(isOver && { resolvedAt: new Date(at) }) })
        .where(eq(alarms.id, alarm.id));
    if (!isOver) continued.push({ ...alarm, quietChecks });
  }
  return continued;
}

/** @returns all open alarms of the alert. */
async function openAlarms(
  tx: Transaction,
  alertId: number,
  { opened, at }: { opened: Step["findings"]; at: Timestamp },
): Promise<AlarmRow[]> {
  const values = opened.map(({ subject, text, href }) => ({
    alertId,
    subject,
    text,
    href,
    openedAt: new Date(at),
  }));
  // Another instance may have opened it, if this one took longer than its lease.
  await tx.insert(alarms).values(values).onConflictDoNothing();
  return readOpen(tx, alertId);
}

function readOpen(tx: Transaction, alertId: number): Promise<AlarmRow[]> {
  return tx.select().from(alarms).where(isOpenOf(alertId));
}

/** Queues outstanding notifications, each once: that an alarm opened, and that an announced one is over. */
async function announce(
  tx: Transaction,
  { id, definition: { channels } }: AlertRow,
  { isSnoozed, now }: { isSnoozed: boolean; now: Timestamp },
): Promise<void> {
  if (isSnoozed || channels.length === 0) return;
  const queue = async (rows: readonly AlarmRow[], event: AlarmDelivery["event"]) => {
    const due = rows.flatMap((alarm) =>
      channels.map((channel) => ({
        alarmId: alarm.id,
        event,
        channel,
        state: "pending" as const,
        nextAt: new Date(now),
      })),
    );
    if (due.length > 0) await tx.insert(alarmDeliveries).values(due).onConflictDoNothing();
  };
  const silent = await tx
    .update(alarms)
    .set({ isAnnounced: true })
    .where(and(isOpenOf(id), eq(alarms.isAnnounced, false)))
    .returning();
  await queue(silent, "opened");
  const over = await tx
    .select()
    .from(alarms)
    .where(and(eq(alarms.alertId, id), eq(alarms.isAnnounced, true)))
    .orderBy(desc(alarms.id))
    .limit(MOST_OVER);
  const ids = over.map((alarm) => alarm.id);
  const rows =
    ids.length === 0
      ? []
      : await tx.select().from(alarmDeliveries).where(inArray(alarmDeliveries.alarmId, ids));
  const said = new Set(rows.filter(({ event }) => event === "resolved").map(({ alarmId }) => alarmId));
  await queue(
    over.filter(({ id: alarm, resolvedAt }) => resolvedAt !== null && !said.has(alarm)),
    "resolved",
  );
}

/** Maximum number of alarms that can end between two checks. */
const MOST_OVER = 50;

const isOpenOf = (alertId: number) => and(eq(alarms.alertId, alertId), isNull(alarms.resolvedAt));

const PAGE = 50;

/** Alarms, newest first. @param before ID that the page continues after. */
export async function listAlarms(
  db: Reader,
  {
    alert,
    before,
    isOpen = false,
  }: { alert?: number | undefined; before?: number | undefined; isOpen?: boolean },
): Promise<{ alarms: Alarm[]; next: number | null }> {
  const conditions: (SQL | undefined)[] = [
    alert === undefined ? undefined : eq(alarms.alertId, alert),
    before === undefined ? undefined : lt(alarms.id, before),
    isOpen ? and(isNull(alarms.resolvedAt), eq(alerts.isActive, true)) : undefined,
  ];
  const rows = await db
    .select({ alarm: alarms, definition: alerts.definition })
    .from(alarms)
    .innerJoin(alerts, eq(alerts.id, alarms.alertId))
    .where(and(...conditions))
    .orderBy(desc(alarms.id))
    .limit(PAGE);
  const ids = rows.map(({ alarm }) => alarm.id);
  const deliveries =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(alarmDeliveries)
          .where(inArray(alarmDeliveries.alarmId, ids))
          .orderBy(asc(alarmDeliveries.event), asc(alarmDeliveries.channel));
  return {
    alarms: rows.map(({ alarm, definition: { name, kind } }) => ({
      id: alarm.id,
      alert: alarm.alertId,
      name,
      kind,
      text: alarm.text,
      href: alarm.href,
      openedAt: alarm.openedAt.getTime(),
      resolvedAt: alarm.resolvedAt?.getTime() ?? null,
      deliveries: deliveries
        .filter(({ alarmId }) => alarmId === alarm.id)
        .map(({ channel, event, state, attempts, error }) => ({ channel, event, state, attempts, error })),
    })),
    next: rows.length === PAGE ? (ids.at(-1) ?? null) : null,
  };
}

/** Number of open alarms of alerts that are on. */
export async function countOpenAlarms(db: Reader): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(alarms)
    .innerJoin(alerts, eq(alerts.id, alarms.alertId))
    .where(and(isNull(alarms.resolvedAt), eq(alerts.isActive, true)));
  return row?.open ?? 0;
}
