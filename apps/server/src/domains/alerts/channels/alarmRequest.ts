import type { Timestamp } from "@marquee/contract";
import type { AlertKind } from "@marquee/contract/schema";
import type { Connection } from "../../connections/startConnections.ts";
import type { JsonRequest } from "../../leads/deliveries/postJson.ts";
import { signedRequest } from "../../leads/deliveries/webhookRequest.ts";
import type { Announced } from "./alarmNotice.ts";

/** An alarm as the webhook gets it (docs/alerts.md). */
interface AlarmRecord {
  /** ID of the delivery, which stays the same on retries. */
  id: string;
  isTest?: true;
  event: Announced["event"];
  alarm: number;
  alert: { id: number; name: string; kind: AlertKind };
  text: string;
  /** ISO 8601. */
  openedAt: string;
  resolvedAt: string | null;
  /** The screen in the console. */
  url: string;
}

/** Request that posts an alarm as JSON, signed like those with leads (docs/connections.md). */
export function alarmRequest(
  connection: Connection<"alert-webhook">,
  { alarm, event, url, isTest }: Announced & { url: string; isTest: boolean },
  now: Timestamp,
): JsonRequest {
  const record: AlarmRecord = {
    id: isTest ? `test-${now}` : `alarm-${alarm.id}-${event}`,
    ...(isTest && { isTest }),
    event,
    alarm: alarm.id,
    alert: { id: alarm.alert, name: alarm.name, kind: alarm.kind },
    text: alarm.text,
    openedAt: new Date(alarm.openedAt).toISOString(),
    resolvedAt: alarm.resolvedAt === null ? null : new Date(alarm.resolvedAt).toISOString(),
    url,
  };
  return signedRequest(connection, record, now);
}

/** Request with a made-up alarm that is marked as a test. */
export function alarmTestRequest(connection: Connection<"alert-webhook">, now: Timestamp): JsonRequest {
  return alarmRequest(
    connection,
    { ...sampleAlarm(now), url: "https://example.com/console/alerts", isTest: true },
    now,
  );
}

/** A made-up alarm. */
export function sampleAlarm(now: Timestamp, alert = { id: 0, name: "Test" }): Announced {
  return {
    alarm: {
      id: 0,
      alert: alert.id,
      name: alert.name,
      kind: "traffic",
      text: "This is a test. Nothing is wrong.",
      href: "/alerts",
      openedAt: now,
      resolvedAt: null,
    },
    event: "opened",
  };
}
