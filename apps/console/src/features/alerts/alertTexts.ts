import type {
  AlarmDelivery,
  AlertChannel,
  AlertDefinition,
  AlertKind,
  AlertReading,
  AlertSensitivity,
  AlertState,
} from "@marquee/contract/schema";
import { formatShare } from "../../shared/format/format.ts";

/** What each kind watches. */
export const KIND_TEXTS: Record<AlertKind, { name: string; text: string }> = {
  traffic: { name: "Traffic", text: "Visits outside their usual range" },
  conversion: { name: "Conversion", text: "The share of visits that reach a goal, outside its usual range" },
  leads: { name: "Leads", text: "Leads outside their usual range" },
  errors: { name: "Errors", text: "More JavaScript errors than usual" },
  consent: {
    name: "Consent",
    text: "The share of visitors who consent to analytics, outside its usual range",
  },
  vitals: { name: "Speed", text: "Web vitals worse after a release" },
  delivery: { name: "Lead delivery", text: "A lead that a webhook, Slack or email did not get" },
  experiment: { name: "Experiments", text: "An experiment with a verdict, or with unbalanced variations" },
  spool: { name: "Waiting events", text: "Events that wait too long for the event store" },
  budget: {
    name: "Budgets",
    text: "Networks that send more than their budget, or a day's budget that is used up",
  },
  disk: { name: "Disk", text: "Less than 15% of the server's disk free, or no room for events" },
};

export const SENSITIVITY_NAMES: Record<AlertSensitivity, string> = {
  low: "Low: only large changes",
  normal: "Normal: about one false alarm in a year or less",
  high: "High: smaller changes, and more false alarms",
};

export const CHANNEL_NAMES: Record<AlertChannel, string> = {
  email: "Email",
  slack: "Slack",
  webhook: "Webhook",
};

/** Where each channel is connected. */
export const CHANNEL_HREFS: Record<AlertChannel, string> = {
  email: "/connections/smtp",
  slack: "/connections/slack",
  webhook: "/connections/alert-webhook",
};

/** A drop that everyone would want to know about. */
const NOTABLE = 0.4;

/** What an alert can find at the present volume; null if it looks for no drops. */
export function reachText(
  { direction }: Pick<AlertDefinition, "direction">,
  readings: readonly AlertReading[],
): { text: string; isWeak: boolean } | null {
  const day = readings.at(-1);
  if (!day || direction === "rise") return null;
  if (day.smallestDrop === null) return { text: "Too few to find any drop within a day.", isWeak: true };
  const size = formatShare(day.smallestDrop);
  const isWeak = day.smallestDrop > NOTABLE + 0.005;
  return {
    text: isWeak ? `Few: within a day, only drops of ${size} show.` : `Finds drops of ${size} within a day.`,
    isWeak,
  };
}

/** Who is told, in words. */
export function channelText({ channels, recipients }: AlertDefinition): string {
  const names = channels.map((channel) =>
    channel === "email" && recipients.length > 1 ? `Email (${recipients.length})` : CHANNEL_NAMES[channel],
  );
  return names.join(", ");
}

/** What happened to a notification. */
export function deliveryText({ channel, event, state, attempts, error }: AlarmDelivery): string {
  const what = event === "opened" ? CHANNEL_NAMES[channel] : `${CHANNEL_NAMES[channel]} (all clear)`;
  if (state === "delivered") return `${what} sent`;
  if (state === "failed") return `${what} failed: ${error ?? "no answer"}`;
  return attempts === 0 ? `${what} is being sent` : `${what} is tried again: ${error ?? "no answer yet"}`;
}

/** The same alert, changed. */
export function withChange({ alert }: AlertState, change: Partial<AlertDefinition>): AlertDefinition {
  return { ...alert, ...change };
}

export const NEW_ALERT: AlertDefinition = {
  name: "",
  kind: "traffic",
  goal: null,
  filters: [],
  direction: "both",
  sensitivity: "normal",
  channels: [],
  recipients: [],
  isOn: true,
  isDeleted: false,
};

/** Kinds that compare counts, and with them web vitals, have a sensitivity; most can be limited by filters. */
export const KINDS_WITH_DIRECTION: readonly AlertKind[] = ["traffic", "conversion", "leads"];
export const KINDS_WITH_SENSITIVITY: readonly AlertKind[] = [
  ...KINDS_WITH_DIRECTION,
  "errors",
  "consent",
  "vitals",
];
export const KINDS_WITH_FILTERS: readonly AlertKind[] = [...KINDS_WITH_DIRECTION, "errors", "vitals"];
