import { formatCounted } from "@marquee/contract";
import {
  type AlarmDelivery,
  type AlertChannel,
  type AlertDefinition,
  type AlertKind,
  type AlertPreviewResponse,
  type AlertReading,
  type AlertSensitivity,
  type AlertWindow,
  type CountedKind,
  isCounted,
  ruleOf,
  windowOf,
} from "@marquee/contract/schema";
import { formatDay, formatShare } from "../../shared/format/format.ts";

/** What each kind watches. */
export const KIND_TEXTS: Record<AlertKind, { name: string; text: string }> = {
  traffic: { name: "Traffic", text: "Visits" },
  conversion: { name: "Conversion rate", text: "The share of visits that reach a goal" },
  conversions: { name: "Conversions", text: "How often a goal is reached" },
  leads: { name: "Leads", text: "Leads that are not spam" },
  errors: { name: "Errors", text: "JavaScript errors" },
  consent: { name: "Consent", text: "The share of visitors who consent to analytics" },
  vitals: { name: "Speed", text: "Web vitals worse after a release" },
  delivery: { name: "Lead delivery", text: "A lead that couldn't be delivered by webhook, Slack or email" },
  experiment: { name: "Experiments", text: "An experiment with a verdict, or with unbalanced variations" },
  spool: { name: "Waiting events", text: "Events that have waited too long for the event store" },
  budget: { name: "Budgets", text: "Networks over their budget, or a used-up daily budget" },
  disk: { name: "Disk", text: "Less than 15% of the server's disk free, or no room for events" },
};

export const SENSITIVITY_NAMES: Record<AlertSensitivity, string> = {
  low: "Low: only large changes",
  normal: "Normal: at most about one false alarm a year",
  high: "High: smaller changes, and more false alarms",
};

export const CHANNEL_NAMES: Record<AlertChannel, string> = {
  email: "Email",
  slack: "Slack",
  webhook: "Webhook",
};

/** Screens where each channel is connected. */
export const CHANNEL_HREFS: Record<AlertChannel, string> = {
  email: "/connections/smtp",
  slack: "/connections/slack",
  webhook: "/connections/alert-webhook",
};

export const WINDOW_NAMES: Record<AlertWindow, string> = { 1: "1 day", 7: "7 days", 28: "28 days" };

/** Whether a kind is measured as a percentage. */
export const isRate = (kind: AlertKind) => kind === "conversion" || kind === "consent";

const SUBJECTS: Record<CountedKind, string> = {
  traffic: "visits",
  conversion: "the conversion rate",
  conversions: "conversions",
  leads: "leads",
  errors: "JavaScript errors",
  consent: "the consent rate",
};

type Ruled = Pick<AlertDefinition, "kind" | "windowDays" | "rule" | "direction">;

/**
 * When an alert opens an alarm: "leads in the last 7 days are below 10". Null for kinds that count nothing.
 */
export function conditionOf(alert: Ruled): string | null {
  const { kind } = alert;
  if (!isCounted(kind)) return null;
  const days = windowOf(alert);
  const window = days === 1 ? "in the last 24 hours" : `in the last ${days} days`;
  const be = isRate(kind) ? "is" : "are";
  return `${SUBJECTS[kind]} ${window} ${be} ${stateText(alert)}`;
}

function stateText(alert: Ruled): string {
  const { kind, direction } = alert;
  const [rule, days] = [ruleOf(alert), windowOf(alert)];
  if (rule.type === "threshold")
    return `${rule.side} ${rule.limit.toLocaleString("en")}${isRate(kind) ? "%" : ""}`;
  if (rule.type === "change") {
    const way = { both: "up or down", drop: "down", rise: "up" }[direction];
    const before = days === 1 ? "the same day a week earlier" : `the ${days} days before`;
    return `${way} more than ${rule.percent.toLocaleString("en")}% from ${before}`;
  }
  const side = { both: "outside", drop: "below", rise: "above" }[direction];
  return `${side} ${isRate(kind) ? "its" : "their"} usual range`;
}

/** A drop that everyone would want to know about. */
const NOTABLE = 0.4;

/**
 * What an alert about unusual counts can detect at the current volume, and what to do if that is little; null if it does not look for
 * drops.
 */
export function reachText(
  alert: Pick<AlertDefinition, "direction" | "windowDays">,
  readings: readonly AlertReading[],
): { text: string; isWeak: boolean } | null {
  const longest = readings.at(-1);
  if (!longest || alert.direction === "rise") return null;
  const days = windowOf(alert);
  const within = days === 1 ? "within a day" : `within ${days} days`;
  const advice = days === 28 ? "Choose a threshold." : "Choose a longer window or a threshold.";
  if (longest.smallestDrop === null)
    return { text: `Too few to find any drop ${within}. ${advice}`, isWeak: true };
  const size = formatShare(longest.smallestDrop);
  const isWeak = longest.smallestDrop > NOTABLE + 0.005;
  return {
    text: isWeak
      ? `Only drops of ${size} or more show ${within}. ${advice}`
      : `Finds drops of ${size} ${within}.`,
    isWeak,
  };
}

/** What an alert would have done, and whether it can detect anything at the current volume. */
export function previewText(
  alert: Pick<AlertDefinition, "direction" | "windowDays">,
  { days, status, alarms }: AlertPreviewResponse,
): string {
  if (status.state === "learning") return status.text;
  const reach = reachText(alert, status.readings);
  const advice = reach ? ` ${reach.text}` : "";
  const [latest] = alarms;
  if (!latest) return `It would have opened no alarms in the past ${days} days. ${status.text}${advice}`;
  const count = formatCounted(alarms.length, "alarm");
  const when = `${alarms.length === 1 ? "" : "the latest "}on ${formatDay(latest.openedAt)}`;
  return `It would have opened ${count} in the past ${days} days, ${when}: ${latest.text}${advice}`;
}

/** The recipients, in words. */
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
  if (state === "failed") return `${what} failed: ${error ?? "no response"}`;
  return attempts === 0 ? `${what} is being sent` : `${what} will be retried: ${error ?? "no response yet"}`;
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

/** Kinds for which both drops and rises can raise an alarm. */
const KINDS_WITH_DIRECTION: readonly AlertKind[] = ["traffic", "conversion", "conversions", "leads"];

/** Whether the form offers a choice between drops and rises. A threshold has its own direction. */
export const hasDirection = (alert: Ruled) =>
  KINDS_WITH_DIRECTION.includes(alert.kind) && ruleOf(alert).type !== "threshold";

export const hasSensitivity = (alert: Ruled) =>
  alert.kind === "vitals" || (isCounted(alert.kind) && ruleOf(alert).type === "unusual");
