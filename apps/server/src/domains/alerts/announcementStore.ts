import type { Milliseconds, Timestamp } from "@marquee/contract";
import { and, eq, lte } from "drizzle-orm";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { DeliveryRow } from "../leads/deliveries/deliveryStore.ts";
import type { Announced } from "./channels/alarmNotice.ts";
import { alarmDeliveries, alarms, alerts } from "./tables.ts";

type Row = typeof alarmDeliveries.$inferSelect;

/** A notification that this instance is sending. */
export interface ClaimedAnnouncement extends Announced {
  channel: Row["channel"];
  recipients: readonly string[];
  attempts: number;
}

/** Claims the notification that has been due longest and counts the attempt, as `claimDue` does for leads. Null if none is due. */
export async function claimAnnouncement(
  db: RecordsDatabase,
  { now, lease }: { now: Timestamp; lease: Milliseconds },
): Promise<ClaimedAnnouncement | null> {
  const claimed = await db.transaction(async (tx) => {
    const isDue = and(eq(alarmDeliveries.state, "pending"), lte(alarmDeliveries.nextAt, new Date(now)));
    const [due] = await tx
      .select()
      .from(alarmDeliveries)
      .where(isDue)
      .orderBy(alarmDeliveries.nextAt, alarmDeliveries.event)
      .limit(1)
      .for("update", { skipLocked: true });
    if (!due) return null;
    const attempts = due.attempts + 1;
    await tx
      .update(alarmDeliveries)
      .set({ attempts, nextAt: new Date(now + lease) })
      .where(isAnnouncement(due));
    return { ...due, attempts };
  });
  if (!claimed) return null;
  const [row] = await db
    .select({ alarm: alarms, definition: alerts.definition })
    .from(alarms)
    .innerJoin(alerts, eq(alerts.id, alarms.alertId))
    .where(eq(alarms.id, claimed.alarmId));
  if (!row) return null;
  const { alarm, definition } = row;
  return {
    alarm: {
      id: alarm.id,
      alert: alarm.alertId,
      name: definition.name,
      kind: definition.kind,
      text: alarm.text,
      href: alarm.href,
      openedAt: alarm.openedAt.getTime(),
      resolvedAt: alarm.resolvedAt?.getTime() ?? null,
    },
    event: claimed.event,
    channel: claimed.channel,
    recipients: definition.recipients,
    attempts: claimed.attempts,
  };
}

/** Stores the result of an attempt. */
export async function settleAnnouncement(
  db: RecordsDatabase,
  { alarm, event, channel }: ClaimedAnnouncement,
  result: Pick<DeliveryRow, "state" | "nextAt" | "error" | "attemptedAt">,
): Promise<void> {
  await db
    .update(alarmDeliveries)
    .set(result)
    .where(isAnnouncement({ alarmId: alarm.id, event, channel }));
}

function isAnnouncement({ alarmId, event, channel }: Pick<Row, "alarmId" | "event" | "channel">) {
  return and(
    eq(alarmDeliveries.alarmId, alarmId),
    eq(alarmDeliveries.event, event),
    eq(alarmDeliveries.channel, channel),
  );
}
